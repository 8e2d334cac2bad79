// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.fake.FakeCluster;
import io.kmirrord.cli.fake.FakeCluster.Run;
import io.kmirrord.cli.fake.Samples;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** The mirror west with the topics orders (2 partitions) and users (1), both mirrored. */
final class VerbFixture {
    static final String MIRROR = "west";

    private VerbFixture() {}

    static FakeCluster west() {
        var cluster = new FakeCluster();
        cluster.state.seed(
                Samples.mirror(MIRROR, "orders", "users"),
                Samples.wish(MIRROR, "orders", Desired.MIRRORING),
                Samples.wish(MIRROR, "users", Desired.MIRRORING),
                Samples.state(MIRROR, "orders", 0, StateName.MIRRORING, 4),
                Samples.state(MIRROR, "orders", 1, StateName.MIRRORING, 4),
                Samples.state(MIRROR, "users", 0, StateName.MIRRORING, 4),
                Samples.heartbeat(1, 2_000),
                Samples.heartbeat(2, 3_000));
        cluster.topics.put("orders", Samples.facts("orders", 1, 2));
        cluster.topics.put("users", Samples.facts("users", 1));
        return cluster;
    }

    /** Daemons that bring every partition of a wished topic into a state at once. */
    static void obey(FakeCluster cluster, StateName reached) {
        cluster.state.react(record -> record.key() instanceof RecordKey.MirrorTopic wish
                ? IntStream.range(0, partitions(cluster, wish.topic()))
                        .mapToObj(partition -> Samples.record(
                                MIRROR,
                                wish.topic(),
                                partition,
                                Samples.recorded(reached, wish.generation(), 20, null, 0, -1)))
                        .toList()
                : List.of());
    }

    private static int partitions(FakeCluster cluster, String topic) {
        return Objects.requireNonNull(cluster.topics.get(topic)).leaders().size();
    }

    /** Asserts that a command was refused by its number and wrote nothing. */
    static void refused(FakeCluster cluster, Run run, CliError error, String... texts) {
        assertThat(run.err())
                .contains(error.number() + ": ")
                .contains("what to do: ")
                .contains(texts);
        assertThat(run.exitCode()).isEqualTo(error.exitCode());
        assertThat(run.out()).isEmpty();
        assertThat(cluster.state.written()).isEmpty();
    }

    /** Returns the written values of a type. */
    static <V extends RecordValue> List<V> values(FakeCluster cluster, Class<V> type) {
        return cluster.state.written().stream()
                .map(StateRecord::value)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
