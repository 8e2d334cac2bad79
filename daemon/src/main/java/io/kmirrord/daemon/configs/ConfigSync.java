// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.sync.ReportWriter;
import io.kmirrord.daemon.sync.Rounds;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the topic configs of one mirror's source, in rounds, for as long as this daemon has the mirror's duties: read the
 * state topic to its end, read both sides, decide, record, change. Nothing is written while nothing changes. What a former
 * holder of the duties changes late is set right by the next round. Confined to its queue, but for {@link #status}.
 */
public final class ConfigSync {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigSync.class);
    /** Of reports. */
    public static final String SUBJECT = "configs";

    private final Parts parts;
    private final Rounds<ConfigRound> rounds;
    private final ConfigWrites writes;
    private final ReportWriter reports;
    private volatile Status status = new Status(0);

    /**
     * What it works with.
     *
     * @param source the mirror's, as it is at the time of asking
     * @param topicIds asks the destination for the ids of topics; one that does not exist is not in the answer
     * @param nowMs wall clock
     */
    public record Parts(
            EventQueue queue,
            StateTopic topic,
            StateWriter writer,
            Supplier<CompletableFuture<? extends ClusterConfigs>> source,
            ClusterConfigs destination,
            Function<Set<String>, CompletableFuture<Map<String, UUID>>> topicIds,
            String mirror,
            int nodeId,
            LongSupplier nowMs) {}

    /**
     * What it did so far. Immutable.
     *
     * @param changed topics, one for each round that changed it
     */
    public record Status(long changed) {}

    public ConfigSync(Parts parts) {
        this.parts = parts;
        this.writes = new ConfigWrites(parts);
        this.reports = new ReportWriter(
                parts.queue(), parts.topic(), parts.writer(), parts.mirror(), SUBJECT, parts.nodeId(), parts.nowMs());
        this.rounds = new Rounds<>(parts.queue(), "mirror " + parts.mirror() + ": topic configs", new Rounds.Work<>() {
            @Override
            public CompletableFuture<ConfigRound> begin() {
                return look();
            }

            @Override
            public List<Skipped> succeeded(ConfigRound done) {
                return ConfigSync.this.succeeded(done);
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

    private CompletableFuture<ConfigRound> look() {
        return writes.facts().thenCompose(facts -> {
            MirrorSettings settings = facts.settings();
            if (settings == null
                    || (facts.topics().isEmpty() && facts.elsewhere().isEmpty())) {
                return CompletableFuture.completedFuture(ConfigRound.nothing(facts));
            }
            return parts.destination()
                    .read(facts.topics().keySet())
                    .thenCompose(here -> remoteStorage(facts, here)
                            .thenCompose(known -> compare(known, settings, here))
                            .thenCompose(writes::carryOut));
        });
    }

    /** Recorded whatever the source says: daemons that copy into such a topic are told by it. */
    private CompletableFuture<ConfigFacts> remoteStorage(ConfigFacts facts, Map<String, ConfigAnswer> here) {
        Map<String, RecordValue.ConfigSync> changed =
                ConfigRound.remoteStorage(facts, here, parts.nowMs().getAsLong());
        changed.forEach((topic, memory) -> LOG.warn(
                "mirror {}: topic {} has {} storage here",
                parts.mirror(),
                topic,
                memory.remoteStorage() ? "remote" : "no remote"));
        return writes.record(facts, changed).thenApply(nothing -> facts.with(changed));
    }

    private CompletableFuture<ConfigRound> compare(
            ConfigFacts facts, MirrorSettings settings, Map<String, ConfigAnswer> here) {
        Set<String> asked = ConfigRound.asked(facts, here);
        CompletableFuture<Map<String, ConfigAnswer>> answers = asked.isEmpty()
                ? CompletableFuture.completedFuture(Map.of())
                : parts.source().get().thenCompose(source -> source.read(asked));
        return answers.thenApply(source -> ConfigRound.of(
                facts, settings, here, source, writes.refused(), parts.nowMs().getAsLong()));
    }

    private List<Skipped> succeeded(ConfigRound done) {
        MirrorSettings settings = done.facts().settings();
        if (settings != null) {
            rounds.interval(Duration.ofMillis(settings.configs().intervalMs()));
        }
        status = new Status(writes.changed());
        reports.skipped(done.facts().reports(), done.skipped());
        reports.tombstones(done.facts().outdated());
        return done.skipped();
    }
}
