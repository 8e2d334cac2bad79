// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.acls.AclSync;
import io.kmirrord.daemon.configs.ConfigSync;
import io.kmirrord.daemon.groups.GroupSync;
import io.kmirrord.daemon.groups.GroupType;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duties of one mirror for as long as the local broker leads its partition of the state topic. One job at a time, so
 * that each sees what the one before wrote; each begins with a read to the end of that partition. Confined to the queue.
 */
final class MirrorTerm {
    private static final Logger LOG = LoggerFactory.getLogger(MirrorTerm.class);
    /** Soon after the term began, so that what a predecessor left half done goes on. */
    private static final Duration FIRST_DISCOVERY = Duration.ofSeconds(1);

    private final MirrorDuty.Parts parts;
    private final String mirror;
    private final Beats beats;
    private final Creations creations = new Creations();
    private final Claims claims = new Claims(this);
    private final Set<RecordKey.Request> handled = new HashSet<>();
    private final DiscoveryJob discovery;
    private final LineageWatch lineage;
    private final GroupSync groups;
    private final GroupSync shares;
    private final ConfigSync configs;
    private final AclSync acls;
    private boolean ended;
    private boolean busy;
    private boolean poked;
    private boolean discoveryDue;
    private int failures;

    MirrorTerm(MirrorDuty.Parts parts, String mirror, Beats beats) {
        this.parts = parts;
        this.mirror = mirror;
        this.beats = beats;
        this.discovery = new DiscoveryJob(this);
        this.lineage = new LineageWatch(this);
        this.groups = parts.groupSyncs().apply(GroupType.CONSUMER, mirror);
        this.shares = parts.groupSyncs().apply(GroupType.SHARE, mirror);
        this.configs = parts.configSyncs().apply(mirror);
        this.acls = parts.aclSyncs().apply(mirror);
    }

    void begin() {
        poke();
        later(FIRST_DISCOVERY, this::discover);
        groups.begin();
        shares.begin();
        configs.begin();
        acls.begin();
        requests();
    }

    void end() {
        ended = true;
        groups.end();
        shares.end();
        configs.end();
        acls.end();
    }

    /** Looks for requests that go on beside everything else. */
    void requests() {
        long now = nowMs();
        then(
                parts.topic().readToEnd(Set.of(StatePartitions.of(mirror)), view -> view.openRequests(mirror, now)),
                (open, problem) -> {
                    if (open == null) {
                        later(parts.backoff().delay(1, parts.random()), this::requests);
                        return;
                    }
                    open.forEach((key, request) -> {
                        if (request instanceof RecordValue.PromoteRequest promote && handled.add(key)) {
                            new Promotion(this, key, promote).look();
                        } else if (request instanceof RecordValue.SyncRequest && handled.add(key)) {
                            new SyncAnswer(this, key).begin();
                        } else if (request instanceof RecordValue.DiffRequest diff && handled.add(key)) {
                            new Comparison(this, key, diff).run();
                        }
                    });
                });
    }

    /** Looks for requests to start topics. */
    void poke() {
        poked = true;
        next();
    }

    private void discover() {
        lookNow();
        lineage.look();
        later(parts.timing().discovery(), this::discover);
    }

    /** Looks for what is new at the source, soon. */
    void lookNow() {
        discoveryDue = true;
        next();
    }

    /** Looks for what is new at the source; tells what a look that begins after this came to. */
    CompletableFuture<DiscoveryJob.Found> look() {
        CompletableFuture<DiscoveryJob.Found> found = discovery.next();
        lookNow();
        return found;
    }

    /** Begins a round of each sync, by subject. */
    Map<String, CompletableFuture<List<Skipped>>> rounds() {
        return Map.of(
                GroupType.CONSUMER.subject(),
                groups.now(),
                GroupType.SHARE.subject(),
                shares.now(),
                ConfigSync.SUBJECT,
                configs.now(),
                AclSync.SUBJECT,
                acls.now());
    }

    private void next() {
        if (ended || busy) {
            return;
        }
        if (poked) {
            poked = false;
            busy = true;
            new StartJob(this).run();
        } else if (discoveryDue) {
            discoveryDue = false;
            busy = true;
            discovery.run();
        }
    }

    /** The job ended. */
    void done() {
        busy = false;
        failures = 0;
        next();
    }

    /** The job could not be done and is tried again after a back-off, others first. */
    void again() {
        busy = false;
        next();
        later(parts.backoff().delay(++failures, parts.random()), this::poke);
    }

    /** Asks the view after a read to the end of the mirror's partition; empty if the mirror is gone. */
    CompletableFuture<Optional<MirrorFacts>> facts() {
        long now = nowMs();
        return parts.topic().readToEnd(Set.of(StatePartitions.of(mirror)), view -> MirrorFacts.read(view, mirror, now));
    }

    /** Records of topics were written: looks soon, so that who closes a ring next finds it written. */
    void wrote() {
        lineage.look();
    }

    Claims claims() {
        return claims;
    }

    /** Writes what came of a request; node and time are filled in here. */
    void answer(RecordKey.Request key, RecordValue.Outcome outcome) {
        RecordValue.Outcome own =
                new RecordValue.Outcome(outcome.done(), outcome.message(), parts.nodeId(), nowMs(), outcome.details());
        StateRecord record = new StateRecord(new RecordKey.RequestOutcome(mirror, key.requestId()), own);
        then(parts.writer().write(List.of(record)), (nothing, problem) -> {
            if (problem != null) {
                LOG.error("mirror {}: the outcome of {} was not written: {}", mirror, key, problem.getMessage());
            }
        });
    }

    /** Carries an answer to the queue, unless the term is over by then. */
    <T> void then(CompletableFuture<T> future, EventQueue.Outcome<T> outcome) {
        parts.queue().then(future, (value, problem) -> {
            if (!ended) {
                outcome.take(value, problem);
            }
        });
    }

    void later(Duration delay, Runnable event) {
        parts.queue()
                .schedule(
                        () -> {
                            if (!ended) {
                                event.run();
                            }
                        },
                        delay);
    }

    NodeCheck check(Destination.Nodes nodes) {
        long now = parts.nanos().getAsLong();
        return NodeCheck.of(nodes, node -> beats.of(node, now));
    }

    MirrorDuty.Parts parts() {
        return parts;
    }

    String mirror() {
        return mirror;
    }

    /** The sync of the mirror's group offsets. */
    GroupSync groups() {
        return groups;
    }

    /** The same of share groups. */
    GroupSync shares() {
        return shares;
    }

    /** The sync of the mirror's ACLs. */
    AclSync acls() {
        return acls;
    }

    Creations creations() {
        return creations;
    }

    /** Topics gone at the destination, as the last discovery found. */
    List<String> deleted() {
        return discovery.deleted();
    }

    /** Requests that this term answers, or has answered. */
    Set<RecordKey.Request> handled() {
        return handled;
    }

    long nowMs() {
        return parts.nowMs().getAsLong();
    }
}
