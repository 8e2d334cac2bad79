// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/** Counts what is copied. Thread-safe; no method blocks. */
public interface CopyMeter {
    /** Batches arrived from the source, whether they can be appended or not; 1 byte or more. */
    void fetched(String mirror, long bytes);

    /**
     * The bridge acknowledged an append.
     *
     * @param bytes of the batches, 0 or more
     * @param batches 0 or more
     * @param nanos from handing them over to the acknowledgement, 0 or more
     */
    void appended(String mirror, long bytes, int batches, long nanos);
}
