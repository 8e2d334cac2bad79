// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.jspecify.annotations.Nullable;

/**
 * All ACLs of a cluster, or why they are not known; exactly one of both is not null. Immutable.
 *
 * @param clusterId of the cluster that answered
 */
public record AclAnswer(
        String clusterId,
        @Nullable Set<AclBinding> acls,
        @Nullable AclRefusal refusal) {
    public AclAnswer {
        acls = acls == null ? null : Set.copyOf(acls);
    }
}
