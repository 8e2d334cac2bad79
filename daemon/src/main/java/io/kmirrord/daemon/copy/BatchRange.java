// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/**
 * The whole batches of one fetch, without their bytes. At least one batch.
 *
 * @param baseOffset of the first batch: below the offset asked for where that lies inside a batch
 * @param firstLastOffset last offset of the first batch
 * @param nextOffset offset after the last batch
 * @param highestEpoch highest leader epoch of a batch
 * @param lastEpoch leader epoch of the last batch
 * @param bytes size, above 0
 * @param count number of batches, 1 or more
 */
public record BatchRange(
        long baseOffset,
        long firstLastOffset,
        long nextOffset,
        int highestEpoch,
        int lastEpoch,
        int bytes,
        int count) {}
