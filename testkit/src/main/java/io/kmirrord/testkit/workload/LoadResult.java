// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.List;
import java.util.Set;

/**
 * What a load did.
 *
 * @param acknowledged every record whose acknowledgement arrived, in the order of arrival
 * @param inDoubt keys of records whose sending failed or whose transaction did not end: they may be there or not, once
 */
public record LoadResult(LoadSpec spec, List<Sent> acknowledged, Set<String> inDoubt) {

    public LoadResult {
        acknowledged = List.copyOf(acknowledged);
        inDoubt = Set.copyOf(inDoubt);
    }
}
