// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.List;
import java.util.Map;

/**
 * A topic that was written.
 *
 * @param scenario which kind of batches it holds
 * @param configs topic configs as they stand when the workload is complete
 * @param partitions in order
 */
public record TopicReport(
        String scenario, String topic, Map<String, String> configs, List<PartitionReport> partitions) {

    public TopicReport {
        configs = Map.copyOf(configs);
        partitions = List.copyOf(partitions);
    }
}
