// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.duty.RequestExpiredException;
import io.kmirrord.daemon.duty.ids.DrainReport;
import io.kmirrord.statemachine.decision.ProducerIdRange;
import io.kmirrord.statemachine.view.RecordValue;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that no id that the destination gives to its own producers from now on comes in a mirrored batch too (F9):
 * reserves a range beside the controller, then proves on every broker that the ids from before are used up. Done before each
 * start, as nothing tells whether a broker kept ids from before but asking it. Confined to the queue.
 */
final class ProducerIdJob {
    private static final Logger LOG = LoggerFactory.getLogger(ProducerIdJob.class);
    /** For the answer of the controller's daemon, a move of the controller included. */
    private static final Duration ANSWER = Duration.ofSeconds(15);
    /** For some thousand answers of each broker, on a busy cluster. */
    private static final Duration DRAIN = Duration.ofSeconds(30);
    /** Left of the start request's time, to tell what came of it. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final MirrorTerm term;
    private final Destination.Nodes nodes;
    private final long expiresMs;
    private final Consumer<@Nullable Refusal> then;

    /**
     * Makes a job.
     *
     * @param nodes of the destination
     * @param expiresMs of the start request
     * @param then told once: null if it is done, or why it is not
     */
    ProducerIdJob(MirrorTerm term, Destination.Nodes nodes, long expiresMs, Consumer<@Nullable Refusal> then) {
        this.term = term;
        this.nodes = nodes;
        this.expiresMs = expiresMs;
        this.then = then;
    }

    /** Begins. {@code sourceClusterId} is null only where the source has none. */
    void run(@Nullable String sourceClusterId) {
        String source = sourceClusterId == null ? "" : sourceClusterId;
        ProducerIdRange range = ProducerIdRange.of(term.parts().topic().clusterId(), source);
        reserve(range, range.base());
    }

    private void reserve(ProducerIdRange range, long next) {
        long expires = term.nowMs() + atMost(ANSWER).toMillis();
        RecordValue.ProducerIdRequest request = new RecordValue.ProducerIdRequest(next, expires);
        term.then(term.parts().link().ask(term.mirror(), request), (outcome, problem) -> {
            if (problem instanceof RequestExpiredException) {
                notReserved(StartJob.text(problem) + ". A daemon of an earlier release does not serve this request:"
                        + " upgrade all, then start again");
            } else if (outcome == null) {
                notReserved(StartJob.text(problem));
            } else if (!outcome.done()) {
                notReserved(outcome.message());
            } else {
                reserved(range, outcome);
            }
        });
    }

    private void reserved(ProducerIdRange range, RecordValue.Outcome outcome) {
        long present;
        try {
            present = Long.parseLong(String.valueOf(outcome.details().get("nextProducerId")));
        } catch (NumberFormatException e) {
            notReserved(
                    "the daemon beside node " + outcome.nodeId() + " did not tell the next id: " + outcome.details());
            return;
        }
        ProducerIdRange.Verdict verdict = range.judge(present);
        if (verdict instanceof ProducerIdRange.Raise raise) {
            LOG.info(
                    "mirror {}: the next producer id {} may be one of the source's, goes on to {}",
                    term.mirror(),
                    present,
                    raise.next());
            reserve(range, raise.next());
        } else if (verdict instanceof ProducerIdRange.Keep keep) {
            drain(keep.least(), keep.least() != range.base());
        }
    }

    private void drain(long least, boolean higher) {
        LOG.info(
                "mirror {}: producer ids of the destination's own are from {} on{}",
                term.mirror(),
                least,
                higher ? ", above its own range: reserved earlier, or the source's came in between" : "");
        term.then(term.parts().destination().drainProducerIds(nodes, least, atMost(DRAIN)), (report, problem) -> {
            if (report == null) {
                notDrained("brokers cannot be asked for producer ids: " + StartJob.text(problem));
            } else if (report.undrained().isEmpty()) {
                then.accept(null);
            } else {
                undrained(report, least);
            }
        });
    }

    private void undrained(DrainReport report, long least) {
        if (report.undrained().values().stream().anyMatch(why -> why.unauthorized())) {
            then.accept(new Refusal(
                    Refusal.Code.PRODUCER_IDS_UNAUTHORIZED,
                    "the daemon's principal may not draw producer ids: " + report.text()
                            + ". Grant it IdempotentWrite on the cluster, with kafka-acls --add --allow-principal"
                            + " User:NAME --operation IdempotentWrite --cluster, then start again"));
            return;
        }
        notDrained(report.undrained().size() + " of " + report.brokers().size()
                + " registered brokers may still give producer ids below " + least
                + ", which mirrored batches may carry too: " + report.text()
                + ". Bring them back, or unregister a broker that is gone, then start again");
    }

    private void notDrained(String text) {
        then.accept(new Refusal(Refusal.Code.PRODUCER_IDS_NOT_DRAINED, text));
    }

    private void notReserved(String text) {
        then.accept(new Refusal(Refusal.Code.PRODUCER_IDS_NOT_RESERVED, "producer ids cannot be reserved: " + text));
    }

    private Duration atMost(Duration patience) {
        long left = expiresMs - term.nowMs() - MARGIN.toMillis();
        return Duration.ofMillis(Math.max(0, Math.min(patience.toMillis(), left)));
    }
}
