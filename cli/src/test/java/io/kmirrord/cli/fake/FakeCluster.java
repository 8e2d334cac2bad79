// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.fake;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.Console;
import io.kmirrord.cli.Mirrorctl;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.cluster.Destinations;
import io.kmirrord.cli.cluster.MinInSync;
import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.cli.cluster.TopicLookup;
import io.kmirrord.cli.plan.Operator;
import io.kmirrord.cli.verb.Context;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statetopic.PartitionProgress;
import io.kmirrord.statetopic.ProgressReader;
import io.kmirrord.statetopic.StateTopicConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A destination in memory, and mirrorctl before it. The clock stands. Confined to one thread. */
public final class FakeCluster {
    public static final long NOW_MS = Instant.parse("2026-12-01T12:00:00Z").toEpochMilli();

    public final FakeStateTopic state = new FakeStateTopic();
    public final Map<String, TopicFacts> topics = new TreeMap<>();
    public final Map<PartitionId, PartitionProgress> progress = new HashMap<>();
    public final Map<String, MinInSync> minInSync = new TreeMap<>();
    /** Every change of min.insync.replicas. */
    public final List<Map<String, OptionalInt>> minInSyncSet = new ArrayList<>();

    private final AtomicInteger ids = new AtomicInteger();
    private @Nullable Supplier<RuntimeException> unreachable;
    private boolean createAsked;
    private int settingsTaken = Integer.MAX_VALUE;

    /** From now on opening the destination fails so. */
    public void failOpening(Supplier<RuntimeException> failure) {
        unreachable = failure;
    }

    /** From now on settings cannot be changed more often than this. */
    public void failSettings(int taken) {
        settingsTaken = taken;
    }

    /** Returns whether a command was ready to create the state topic. */
    public boolean createAsked() {
        return createAsked;
    }

    /** What a command line printed. */
    public record Run(int exitCode, String out, String err) {}

    /** Runs a command line against this destination. */
    public Run run(String... arguments) {
        return runIn(Map.of("MIRRORCTL_BOOTSTRAP_SERVER", "broker:9092"), arguments);
    }

    public Run runIn(Map<String, String> environment, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var context = new Context(
                new Console(new PrintWriter(out, true), new PrintWriter(err, true)),
                environment,
                new Opener(),
                new Operator("ada", "console-1", "0.1.0"),
                Clock.fixed(Instant.ofEpochMilli(NOW_MS), ZoneOffset.UTC),
                () -> "op-" + ids.incrementAndGet());
        var exitCode = Mirrorctl.run(context, arguments);
        return new Run(exitCode, out.toString(), err.toString());
    }

    private final class Opener implements Destinations {
        @Override
        public Destination open(StateTopicConfig config, boolean create, Clock clock) {
            createAsked |= create;
            reach();
            return new Destination(state, state, new Progress(), new Topics(), config, clock);
        }

        @Override
        public TopicLookup topics(StateTopicConfig config) {
            reach();
            return new Topics();
        }

        private void reach() {
            var failure = unreachable;
            if (failure != null) {
                throw failure.get();
            }
        }
    }

    private final class Topics implements TopicLookup {
        @Override
        public Map<String, TopicFacts> describe(Collection<String> names) {
            var found = new TreeMap<>(topics);
            found.keySet().retainAll(List.copyOf(names));
            return found;
        }

        @Override
        public List<MinInSync> minInSync(Collection<String> names) {
            return minInSync.values().stream()
                    .filter(topic -> names.contains(topic.topic()))
                    .toList();
        }

        @Override
        public void setMinInSync(Map<String, OptionalInt> settings) {
            if (minInSyncSet.size() >= settingsTaken) {
                throw CliError.UNREACHABLE.with("settings");
            }
            minInSyncSet.add(settings);
        }

        @Override
        public void close() {}
    }

    private final class Progress implements ProgressReader {
        @Override
        public CompletableFuture<Map<PartitionId, PartitionProgress>> newest(@Nullable String mirror) {
            return CompletableFuture.completedFuture(Map.copyOf(progress));
        }

        @Override
        public void close() {}
    }
}
