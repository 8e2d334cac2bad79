// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

/**
 * What one partition must hold. Compaction and deletion may have removed records since, but no offset.
 *
 * @param logStartOffset 0 unless records were deleted by request
 * @param endOffset log end offset: records and transaction markers
 * @param lastStableOffset first offset of the oldest open transaction, or the end offset
 * @param records written, markers not counted
 * @param committedRecords written outside of transactions or in committed ones
 */
public record PartitionReport(
        int partition,
        long logStartOffset,
        long endOffset,
        long lastStableOffset,
        long records,
        long committedRecords) {}
