// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.message.CreateTopicsRequestData;

/** What the operations on the controller use and what differs between broker lines. Stateless, thread-safe. */
public interface ControllerLine {

    /**
     * Returns the metadata versions whose records this adapter was tried with, such as {@code 4.1-IV1}; on a cluster
     * at any other one the bridge writes nothing (F22).
     */
    Set<String> metadataVersions();

    /**
     * Returns the stock request that creates one topic.
     *
     * @param replicationFactor -1 for the default of the cluster
     */
    CreateTopicsRequestData createTopicsRequest(
            String name, int partitions, short replicationFactor, Map<String, String> configs);
}
