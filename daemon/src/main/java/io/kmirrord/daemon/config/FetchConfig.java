// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.config;

import io.kmirrord.statemachine.settings.SettingsReader;

/**
 * How the source is read. Immutable.
 *
 * @param memoryBytes {@code fetch.memory.bytes}: bound of all fetched data in memory, whatever the number of
 *     partitions; default 128 MiB
 * @param maxBytes {@code fetch.max.bytes}: of one response; default 10 MiB, at most a quarter of the memory
 * @param partitionMaxBytes {@code fetch.partition.max.bytes}: of one partition in one response; default 1
 *     MiB, at most 16 MiB, so that an append fits a frame of the bridge
 * @param maxWaitMs {@code fetch.max.wait.ms}: how long the source may hold a request without data; default 500
 */
public record FetchConfig(long memoryBytes, int maxBytes, int partitionMaxBytes, int maxWaitMs) {
    private static final int MIB = 1 << 20;

    static FetchConfig from(SettingsReader settings) {
        long memory = settings.number("fetch.memory.bytes", 128L * MIB, 4L * MIB, 1L << 40);
        int max = settings.integer("fetch.max.bytes", 10 * MIB, MIB, 1 << 30);
        if (max > memory / 4) {
            settings.problem("fetch.max.bytes = '" + max + "'; accepted: at most a quarter of fetch.memory.bytes, "
                    + memory / 4 + ", so that one response never holds up all others");
        }
        return new FetchConfig(
                memory,
                max,
                settings.integer("fetch.partition.max.bytes", MIB, 1 << 10, 16 * MIB),
                settings.integer("fetch.max.wait.ms", 500, 0, 30_000));
    }
}
