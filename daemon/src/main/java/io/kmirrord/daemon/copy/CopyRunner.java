// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.copy.CopyState.Copying;
import io.kmirrord.protocol.FetchedPartition;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One copy under one leadership: holds its state, steps it, tells what it reports. Confined to the shard's queue. */
public final class CopyRunner {
    private static final Logger LOG = LoggerFactory.getLogger(CopyRunner.class);

    private final Target target;
    private final CopyMachine machine;
    private final RandomGenerator random;
    private final MirrorCopies copies;
    private final Consumer<CopyReport> listener;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private CopyState state;
    private String loggedReason = "";
    private Uuid sourceId = Uuid.ZERO_UUID;
    private @Nullable LastBatch last;
    private int appendsInFlight;
    private long appendedBytes;
    private boolean stopping;

    /**
     * What is copied.
     *
     * @param skipTo first offset to fetch if it is above the end of the log, else -1
     * @param sourceClusterId that this generation copied from, null if from none yet
     */
    public record Target(
            MirrorRef ref,
            TopicIdPartition partition,
            String topic,
            int leaderEpoch,
            long skipTo,
            @Nullable String sourceClusterId) {}

    CopyRunner(
            Target target,
            CopyMachine machine,
            RandomGenerator random,
            MirrorCopies copies,
            Consumer<CopyReport> listener) {
        this.target = target;
        this.machine = machine;
        this.random = random;
        this.copies = copies;
        this.listener = listener;
        state = CopyState.initial(target.leaderEpoch(), target.skipTo());
    }

    Target target() {
        return target;
    }

    /** The topic id to fetch with: the zero id where the source has none. */
    Uuid sourceId() {
        return sourceId;
    }

    void sourceId(Uuid id) {
        sourceId = id;
    }

    /** What the log ends with; known only where the source has no topic ids. */
    @Nullable
    LastBatch last() {
        return last;
    }

    void last(@Nullable LastBatch now) {
        last = now;
    }

    /** Who leads at the source, while something is fetched from there. */
    SourceLeader source() {
        return state.head().source();
    }

    long attempt() {
        return state.head().attempt();
    }

    /** The progress of a copy under way, or null. */
    public @Nullable Progress progress() {
        return state instanceof Copying copying ? copying.progress() : null;
    }

    /** Why it stands where it stands, for an operator. */
    public String reason() {
        return loggedReason;
    }

    public CopyPhase phase() {
        return state.phase();
    }

    /** Bytes that the bridge acknowledged. */
    public long appendedBytes() {
        return appendedBytes;
    }

    void handle(CopyEvent event) {
        handle(event, null);
    }

    /**
     * Steps.
     *
     * @param data what an Append of this step appends; closed here unless it is appended
     */
    void handle(CopyEvent event, @Nullable FetchedPartition data) {
        if (stopping) {
            close(data);
            return;
        }
        CopyStep step = machine.step(state, event, random);
        log(step);
        state = step.next();
        boolean used = false;
        for (CopyEffect effect : step.effects()) {
            if (effect instanceof CopyEffect.Append append && data != null) {
                used = true;
                appendsInFlight++;
                int batches = event instanceof CopyEvent.Fetched it && it.batches() != null
                        ? it.batches().count()
                        : 0;
                copies.append(this, append, data, batches);
            } else if (effect instanceof CopyEffect.Report report) {
                listener.accept(report.report());
            } else {
                copies.carryOut(this, effect);
            }
        }
        if (!used) {
            close(data);
        }
    }

    private static void close(@Nullable FetchedPartition data) {
        if (data != null) {
            data.close();
        }
    }

    /** An append was answered, or will not be. */
    void appended(CopyEvent outcome, long bytes) {
        appendsInFlight--;
        if (outcome instanceof CopyEvent.Appended) {
            appendedBytes += bytes;
        }
        handle(outcome);
        completeIfStopped();
    }

    /** Takes no more events; completes when no append is under way. */
    CompletableFuture<Void> stop() {
        stopping = true;
        completeIfStopped();
        return stopped;
    }

    private void completeIfStopped() {
        if (stopping && appendsInFlight == 0) {
            stopped.complete(null);
        }
    }

    private void log(CopyStep step) {
        String reason = step.reason();
        if (reason == null) {
            return;
        }
        String line = "{}-{} {} -> {}: {}";
        int partition = target.partition().partition();
        if (step.next().phase() == CopyPhase.BEGINNING || reason.equals(loggedReason)) {
            LOG.debug(
                    line, target.topic(), partition, state.phase(), step.next().phase(), reason);
            return;
        }
        LOG.info(line, target.topic(), partition, state.phase(), step.next().phase(), reason);
        loggedReason = reason;
    }
}
