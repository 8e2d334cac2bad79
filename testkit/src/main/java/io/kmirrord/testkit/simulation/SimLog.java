// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.decision.EpochStart;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Log of a replica. */
final class SimLog {
    private final List<Batch> batches = new ArrayList<>();
    private long start;
    private long end;
    /** Epoch-start entry of a leader without a batch of its epoch; a fenced partition has none. */
    private @Nullable EpochStart leading;
    /** Newest epoch of a log that retention emptied: its entry stays, at the log start. */
    private @Nullable EpochStart expired;

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    List<Batch> batches() {
        return batches;
    }

    void append(Batch batch) {
        batches.add(batch);
        end = batch.offset + 1;
        leading = null;
        expired = null;
    }

    void lead(int epoch) {
        leading = lastEpoch() < epoch ? new EpochStart(epoch, end) : null;
    }

    void follow() {
        leading = null;
    }

    /** As the bridge does on a fenced partition (F7). */
    void dropEpochAtEnd() {
        expired = null;
    }

    /** Returns what was removed. */
    List<Batch> truncate(long offset) {
        int keep = batches.size();
        while (keep > 0 && batches.get(keep - 1).offset >= offset) {
            keep--;
        }
        List<Batch> removed = batches.subList(keep, batches.size());
        List<Batch> copy = List.copyOf(removed);
        removed.clear();
        end = Math.min(end, Math.max(offset, start));
        leading = null;
        return copy;
    }

    /** As a replica is that lags: it ends behind a batch, never inside a gap. */
    void lack(int offsets) {
        if (!truncate(end - offsets).isEmpty()) {
            end = batches.isEmpty() ? start : batches.get(batches.size() - 1).offset + 1;
        }
    }

    List<Batch> restart(long offset) {
        List<Batch> removed = List.copyOf(batches);
        batches.clear();
        start = offset;
        end = offset;
        leading = null;
        expired = null;
        return removed;
    }

    void deleteBefore(long offset) {
        int newest = lastEpoch();
        start = Math.max(start, Math.min(offset, end));
        if (!batches.isEmpty() && batches.get(0).offset < start) {
            batches.removeIf(batch -> batch.offset < start);
        }
        if (batches.isEmpty() && newest >= 0) {
            expired = new EpochStart(newest, start);
        }
    }

    int lastEpoch() {
        if (batches.isEmpty()) {
            return expired == null ? -1 : expired.epoch();
        }
        return batches.get(batches.size() - 1).epoch;
    }

    List<EpochStart> epochs() {
        List<EpochStart> epochs = new ArrayList<>();
        int last = -1;
        if (batches.isEmpty() && expired != null) {
            last = expired.epoch();
            epochs.add(expired);
        }
        for (Batch batch : batches) {
            if (batch.epoch > last) {
                last = batch.epoch;
                epochs.add(new EpochStart(last, epochs.isEmpty() ? start : batch.offset));
            }
        }
        if (leading != null && leading.epoch() > last) {
            epochs.add(leading);
        }
        return epochs;
    }

    /** As the leader-epoch cache of Kafka answers. */
    EpochStart endOffsetFor(int epoch) {
        List<EpochStart> epochs = epochs();
        if (epochs.isEmpty() || epochs.get(epochs.size() - 1).epoch() < epoch) {
            return new EpochStart(-1, -1);
        }
        EpochStart floor = null;
        for (EpochStart entry : epochs) {
            if (entry.epoch() > epoch) {
                return new EpochStart(floor == null ? epoch : floor.epoch(), entry.startOffset());
            }
            floor = entry;
        }
        return new EpochStart(epoch, end);
    }

    /** Returns whether both end with the same batch at the same offset. */
    boolean sameTail(SimLog other) {
        return end == other.end
                && !batches.isEmpty()
                && !other.batches.isEmpty()
                && batches.get(batches.size() - 1) == other.batches.get(other.batches.size() - 1);
    }

    @Nullable
    Batch at(long offset) {
        for (int i = batches.size() - 1; i >= 0; i--) {
            if (batches.get(i).offset == offset) {
                return batches.get(i);
            }
        }
        return null;
    }

    /** Producers with data in a transaction and no marker. */
    Set<Integer> openTransactions() {
        Set<Integer> open = new LinkedHashSet<>();
        for (Batch batch : batches) {
            switch (batch.kind) {
                case TRANSACTIONAL -> open.add(batch.producer);
                case COMMIT, ABORT -> open.remove(batch.producer);
                case DATA, MARK -> {}
            }
        }
        return open;
    }

    /** Returns whether both hold the same on a range, as far as both reach. */
    boolean sameBelow(SimLog other, long offset) {
        long from = Math.max(start, other.start);
        int mine = firstFrom(from);
        int theirs = other.firstFrom(from);
        while (true) {
            Batch one = mine < batches.size() ? batches.get(mine) : null;
            Batch two = theirs < other.batches.size() ? other.batches.get(theirs) : null;
            long at = Math.min(one == null ? end : one.offset, two == null ? other.end : two.offset);
            if (at >= offset || at >= end || at >= other.end) {
                return true;
            }
            if (one != two) {
                return false;
            }
            mine++;
            theirs++;
        }
    }

    private int firstFrom(long offset) {
        int index = 0;
        while (index < batches.size() && batches.get(index).offset < offset) {
            index++;
        }
        return index;
    }

    @Override
    public String toString() {
        return "[" + start + ".." + end + ") " + batches + (leading == null ? "" : " leading " + leading);
    }
}
