// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.daemon.fetch.FetchListener;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.Tail;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * Proves, where the source has no topic ids, that fetched data follows what is here already: a topic that was deleted and
 * created anew between two fetches answers at the same offsets and epochs, and no error tells (measured with Kafka 2.1.1:
 * 235 ms from deletion to creation). The batch before the data is fetched again after it: if that is ours, so is the data's log.
 * What is not proved is not appended; the copy begins again and finds out why. Confined to the shard's queue.
 */
final class Proofs {
    private final Actions actions;
    private final Map<CopyRunner, Proof> underWay = new HashMap<>();

    /** What a proof leads to. */
    interface Actions {
        /** Fetches one batch; replaces what was fetched of the partition before. */
        void fetch(CopyRunner runner, FetchPosition position, FetchListener listener);

        void append(CopyRunner runner, Data data);

        void fetchOn(CopyRunner runner, CopyEffect.Fetch fetch);

        /** To be done after what runs now. */
        void later(Runnable task);
    }

    /** Fetched data that wants to be appended. */
    record Data(CopyEffect.Append append, FetchedPartition fetched, int batches) {}

    Proofs(Actions actions) {
        this.actions = actions;
    }

    private static final class Proof {
        private final Data data;
        private final LastBatch last;
        private CopyEffect.@Nullable Fetch next;

        Proof(Data data, LastBatch last) {
            this.data = data;
            this.last = last;
        }
    }

    /** Whether the source still has what lies before the data: behind a gap, and where retention follows closely, it has not. */
    static boolean possible(BatchHeader ours, FetchedPartition data) {
        return data.position().fetchOffset() == ours.nextOffset() && data.logStartOffset() <= ours.lastOffset();
    }

    /** Takes data over, to be appended once it is proved. */
    void prove(CopyRunner runner, TopicIdPartition partition, LastBatch last, BatchHeader ours, Data data) {
        SourceLeader source = runner.source();
        Proof proof = new Proof(data, last);
        underWay.put(runner, proof);
        FetchPosition position =
                new FetchPosition(partition, ours.lastOffset(), source.epoch(), -1, ours.sizeInBytes());
        actions.fetch(runner, position, new FetchListener() {
            @Override
            public void fetched(FetchedPartition answer) {
                if (underWay.get(runner) == proof) {
                    answered(runner, proof, ours, answer);
                }
                answer.close();
            }

            @Override
            public void failed(WireException problem) {
                if (underWay.remove(runner, proof)) {
                    refuse(runner, proof, problem.error(), String.valueOf(problem.getMessage()));
                }
            }
        });
    }

    /** Returns whether a fetch has to wait for a proof, after which it is carried out. */
    boolean delays(CopyRunner runner, CopyEffect.Fetch fetch) {
        Proof proof = underWay.get(runner);
        if (proof == null) {
            return false;
        }
        proof.next = fetch;
        return true;
    }

    /** Gives a proof up, if there is one: its data is not appended. */
    void drop(CopyRunner runner) {
        Proof proof = underWay.remove(runner);
        if (proof != null) {
            actions.later(() -> refuse(runner, proof, Errors.NONE, "given up"));
        }
    }

    private void answered(CopyRunner runner, Proof proof, BatchHeader ours, FetchedPartition answer) {
        if (answer.error() == Errors.NONE
                && answer.divergingEpoch() == null
                && !answer.records().isReadable()) {
            return;
        }
        underWay.remove(runner);
        String doubt = doubt(proof, ours, answer);
        if (doubt != null) {
            refuse(runner, proof, answer.error(), doubt);
            return;
        }
        actions.append(runner, proof.data);
        if (proof.next != null) {
            actions.fetchOn(runner, proof.next);
        }
    }

    private static @Nullable String doubt(Proof proof, BatchHeader ours, FetchedPartition answer) {
        if (answer.error() != Errors.NONE || answer.divergingEpoch() != null) {
            return "the source answers " + answer.error() + " for it";
        }
        try {
            List<BatchHeader> theirs = RecordBatches.headers(answer.records());
            boolean differs = theirs.isEmpty()
                    || LastBatch.compare(ours, theirs.get(0), proof.last.compacted()) == Tail.DIFFERENT;
            return differs ? "it is another one at the source now" : null;
        } catch (WireException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** @param error of the source if it answered one: some do not pass, such as a right that was taken away */
    private static void refuse(CopyRunner runner, Proof proof, Errors error, String why) {
        proof.data.fetched().close();
        runner.appended(
                new CopyEvent.SourceFailed(
                        proof.data.append().attempt(),
                        error,
                        "what follows offset " + proof.data.append().expectedEnd()
                                + " is not proved to follow the batch before: " + why),
                0);
    }

    void close() {
        underWay.values().forEach(proof -> proof.data.fetched().close());
        underWay.clear();
    }
}
