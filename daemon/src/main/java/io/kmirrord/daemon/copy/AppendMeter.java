// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/** Counts appends. Thread-safe. */
@FunctionalInterface
public interface AppendMeter {
    /** One append of whole batches was acknowledged by the bridge after a time. */
    void appended(String mirror, long bytes, int batches, long nanos);
}
