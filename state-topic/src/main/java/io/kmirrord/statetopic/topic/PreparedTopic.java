// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import java.util.List;
import org.apache.kafka.common.Uuid;

/** A state topic that may be used. Immutable. */
public record PreparedTopic(Uuid id, String clusterId, List<String> warnings) {
    public PreparedTopic {
        warnings = List.copyOf(warnings);
    }
}
