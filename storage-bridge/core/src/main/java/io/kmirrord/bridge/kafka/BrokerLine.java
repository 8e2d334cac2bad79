// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

/**
 * Adapter of one broker line: everything whose name, package or signature differs between the lines that are
 * supported. One class per line implements it, compiled against that line, with a public constructor without
 * arguments. Stateless, thread-safe.
 */
public interface BrokerLine {

    /** Returns the line, such as {@code 4.4}. */
    String name();

    /** Returns what the hooks need. */
    LogLine log();

    /** Returns what the operations on partitions need. */
    PartitionLine partition();

    /** Returns what the operations on the controller need. */
    ControllerLine controller();
}
