// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

/** The codecs of Kafka, each with its producer setting. */
enum Codec {
    NONE,
    GZIP,
    SNAPPY,
    LZ4,
    ZSTD;

    /** Returns the value of {@code compression.type}. */
    String setting() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
