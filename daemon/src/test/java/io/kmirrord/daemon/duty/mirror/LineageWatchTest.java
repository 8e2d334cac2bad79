// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a cluster writes down for those that mirror from it, against a source and a state topic in memory. */
final class LineageWatchTest {
    private static final UUID A = new UUID(1, 1);
    private static final Hop UP = new Hop("up", "cluster-b");

    private final DutyFixture site = new DutyFixture();

    @BeforeEach
    void mirrored() {
        site.destination.nodes(Set.of(1), Set.of(1));
        site.states.mirror("m", "source", List.of("a"), List.of());
        site.source.topic("a", A, 3);
        site.destination.topic("a", A, 1);
        site.states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        site.states.state("m", "a", A, 0, 7, StateName.MIRRORING);
        site.link.start();
        site.duty.start();
        site.queue.post(() -> site.duty.led(Set.of(StatePartitions.of("m"))));
    }

    @AfterEach
    void close() {
        site.queue.close();
    }

    private void awaitLineage(Map<String, List<Hop>> wanted) {
        assertThat(Poll.until(Duration.ofSeconds(10), () -> written().equals(wanted)))
                .as(() -> written().toString())
                .isTrue();
    }

    private Map<String, List<Hop>> written() {
        return site.topic.ask(view -> {
            Map<String, List<Hop>> hops = new TreeMap<>();
            view.lineages("m").forEach((topic, lineage) -> hops.put(topic, lineage.hops()));
            return hops;
        });
    }

    @Test
    void whereTheSourceHasATopicFromIsWrittenAndFollowed() {
        site.source.upstream("a", UP);
        awaitLineage(Map.of("a", List.of(UP)));
        site.source.upstream("a", UP, new Hop("further", "cluster-c"));
        awaitLineage(Map.of("a", List.of(UP, new Hop("further", "cluster-c"))));
        site.source.fail(new IllegalStateException("no route"));
        long writes = lineageWrites();
        site.source.fail(null);
        site.source.upstream("a");
        awaitLineage(Map.of());
        assertThat(lineageWrites()).isEqualTo(writes + 1);
    }

    private long lineageWrites() {
        return site.topic.writes().stream()
                .flatMap(List::stream)
                .filter(record -> record.value() instanceof RecordValue.Lineage || record.value() == null)
                .count();
    }

    @Test
    void aTopicThatIsStoppedHasNoLineage() {
        site.source.upstream("a", UP);
        awaitLineage(Map.of("a", List.of(UP)));
        site.states.wish("m", "a", A, 7, 1, Desired.STOPPED);
        awaitLineage(Map.of());
    }
}
