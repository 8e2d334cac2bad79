// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

/** Counts what a partition must hold. Confined to the thread that writes the workload. */
final class PartitionLedger {

    private final int partition;
    private long logStart;
    private long end;
    private long records;
    private long committed;
    private long firstOpen = -1;

    PartitionLedger(int partition) {
        this.partition = partition;
    }

    /** Counts records that no open transaction holds. */
    void wrote(long count, boolean readableWhenCommitted) {
        end += count;
        records += count;
        committed += readableWhenCommitted ? count : 0;
    }

    /** Counts records of a transaction that stays open. */
    void wroteOpen(long count) {
        if (firstOpen < 0) {
            firstOpen = end;
        }
        wrote(count, false);
    }

    /** Counts a transaction marker. */
    void ended() {
        end++;
    }

    void deletedBelow(long offset) {
        logStart = offset;
    }

    long end() {
        return end;
    }

    PartitionReport report() {
        return new PartitionReport(partition, logStart, end, firstOpen < 0 ? end : firstOpen, records, committed);
    }
}
