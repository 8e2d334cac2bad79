// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.sync.ReportWriter;
import io.kmirrord.daemon.sync.Rounds;
import io.kmirrord.statemachine.settings.AclSettings;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Follows the ACLs of one mirror's source within the scope that the mirror's settings declare, in rounds, for as long as this
 * daemon has the mirror's duties: read the state topic to its end, read both sides, decide, record, change. Nothing is written
 * while nothing changes. Confined to its queue, but for {@link #status}.
 */
public final class AclSync {
    /** Of reports. */
    public static final String SUBJECT = "acls";

    private final Parts parts;
    private final Rounds<AclRound> rounds;
    private final AclLook look;
    private final AclWrites writes;
    private final ReportWriter reports;
    private volatile Status status = new Status(0);

    /**
     * What it works with.
     *
     * @param source the mirror's, as it is at the time of asking
     * @param ownTopics names of the state topic and its like, about which no ACL is synced
     * @param nowMs wall clock
     */
    public record Parts(
            EventQueue queue,
            StateTopic topic,
            StateWriter writer,
            Supplier<CompletableFuture<? extends ClusterAcls>> source,
            ClusterAcls destination,
            Set<String> ownTopics,
            String mirror,
            int nodeId,
            LongSupplier nowMs) {}

    /**
     * What it did so far. Immutable.
     *
     * @param changed ACLs that were added and removed
     */
    public record Status(long changed) {}

    public AclSync(Parts parts) {
        this.parts = parts;
        this.look = new AclLook(parts.topic(), parts.source(), parts.destination(), parts.mirror(), parts.ownTopics());
        this.writes = new AclWrites(parts, look);
        this.reports = new ReportWriter(
                parts.queue(), parts.topic(), parts.writer(), parts.mirror(), SUBJECT, parts.nodeId(), parts.nowMs());
        this.rounds = new Rounds<>(parts.queue(), "mirror " + parts.mirror() + ": ACLs", new Rounds.Work<>() {
            @Override
            public CompletableFuture<AclRound> begin() {
                return look.round().thenCompose(writes::carryOut);
            }

            @Override
            public List<Skipped> succeeded(AclRound done) {
                return AclSync.this.succeeded(done);
            }

            @Override
            public void failed(String why) {
                reports.failed(why);
            }
        });
    }

    /** Begins. To be called once, on the queue. */
    public void begin() {
        rounds.begin();
    }

    /** Decides what a sync of the declared scope would do, without any effect; see {@link AclLook#look}. Thread-safe. */
    public CompletableFuture<AclRound> look() {
        return look.look();
    }

    /** Ends; what waits for a round fails. To be called on the queue. */
    public void end() {
        rounds.end("the duties of mirror '" + parts.mirror() + "' are another daemon's");
    }

    /** Returns what was done last. Thread-safe. */
    public Status status() {
        return status;
    }

    /**
     * Makes a round that begins after this. To be called on the queue.
     *
     * @return what it skipped
     */
    public CompletableFuture<List<Skipped>> now() {
        return rounds.now();
    }

    private List<Skipped> succeeded(AclRound done) {
        AclSettings settings = done.facts().settings();
        if (settings != null) {
            rounds.interval(Duration.ofMillis(settings.intervalMs()));
        }
        status = new Status(writes.changed());
        reports.skipped(done.facts().reports(), done.skipped());
        reports.tombstones(done.facts().outdated());
        return done.skipped();
    }
}
