// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failback;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.Site;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clusters that mirror clusters: chains, fans, both ways at once. Three sites of one broker each. */
@Tag("long")
class ChainIT {
    private static final Duration SOON = Duration.ofSeconds(90);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static Site a;
    private static Site b;
    private static Site c;

    @BeforeAll
    static void start() {
        a = site("a");
        b = site("b");
        c = site("c");
    }

    private static Site site(String name) {
        return CLUSTERS.manage(Site.start(CLUSTERS, name, KafkaCluster.builder().brokers(1)));
    }

    private static MirrorFixture mirror(String name, Site source, Site destination) {
        return MirrorFixture.between(CLUSTERS, name, source.cluster(), destination, Map.of());
    }

    private static void start(MirrorFixture mirror, String topic) {
        mirror.startTopics(List.of(topic));
        await(mirror, topic, StateName.MIRRORING);
    }

    private static void await(MirrorFixture mirror, String topic, StateName state) {
        mirror.mirrors().awaitState(mirror.mirror(), topic, 2, state, SOON);
    }

    private static void create(Site site, String topic) {
        Records.create(site.cluster(), topic, 2, 1);
        Records.write(site.cluster(), topic, 2, 200);
    }

    @Test
    void theMiddleOfAChainFailsOver() {
        create(a, "chain");
        MirrorFixture ab = mirror("chain-a-b", a, b);
        MirrorFixture bc = mirror("chain-b-c", b, c);
        start(ab, "chain");
        start(bc, "chain");
        Records.write(a.cluster(), "chain", 2, 100);
        ab.awaitMirrored(List.of("chain"));
        ab.mirrors().wish(ab.mirror(), List.of("chain"), Desired.STOPPED);
        await(ab, "chain", StateName.STOPPED);
        Records.write(b.cluster(), "chain", 2, 100);
        new Equality(bc).require(List.of("chain"));
        await(bc, "chain", StateName.MIRRORING);
    }

    @Test
    void fanOutFanInAndBothWaysOnTopicsOfTheirOwn() {
        create(a, "of-a");
        create(b, "of-b");
        MirrorFixture ab = mirror("fan-a-b", a, b);
        MirrorFixture ac = mirror("fan-a-c", a, c);
        MirrorFixture bc = mirror("fan-b-c", b, c);
        MirrorFixture ba = mirror("fan-b-a", b, a);
        start(ab, "of-a");
        start(ac, "of-a");
        start(bc, "of-b");
        start(ba, "of-b");
        Records.write(a.cluster(), "of-a", 2, 100);
        Records.write(b.cluster(), "of-b", 2, 100);
        new Equality(ab).require(List.of("of-a"));
        new Equality(ac).require(List.of("of-a"));
        new Equality(bc).require(List.of("of-b"));
        new Equality(ba).require(List.of("of-b"));
    }

    @Test
    void aLoopOfTwoIsRefusedWithTheNamesOfTheMirrors() {
        create(a, "loop");
        MirrorFixture ab = mirror("loop-a-b", a, b);
        MirrorFixture ba = mirror("loop-b-a", b, a);
        start(ab, "loop");
        ba.startTopics(List.of("loop"));
        String detail = ba.mirrors().awaitFailed(ba.mirror(), "loop", 2, FailureCode.MIRROR_LOOP, SOON);
        assertThat(detail).contains("loop-a-b");
        // Nothing of it was fenced or cut: applications go on.
        Records.write(a.cluster(), new TopicPartition("loop", 0), 10, 100);
        ab.awaitMirrored(List.of("loop"));
    }

    @Test
    void aRingOfThreeIsRefusedWithTheNamesOfTheMirrors() {
        create(a, "ring");
        MirrorFixture ab = mirror("ring-a-b", a, b);
        MirrorFixture bc = mirror("ring-b-c", b, c);
        MirrorFixture ca = mirror("ring-c-a", c, a);
        start(ab, "ring");
        start(bc, "ring");
        new Equality(bc).require(List.of("ring"));
        assertThat(Poll.until(SOON, () -> !lineage(bc, "ring").isEmpty())).isTrue();
        ca.startTopics(List.of("ring"));
        String detail = ca.mirrors().awaitFailed(ca.mirror(), "ring", 2, FailureCode.MIRROR_LOOP, SOON);
        assertThat(detail).contains("ring-a-b").contains("ring-b-c");
        // Nothing of it was fenced or cut: applications go on.
        Records.write(a.cluster(), "ring", 2, 100);
        new Equality(bc).require(List.of("ring"));
        // Opened anywhere, the ring is none any more.
        ab.mirrors().wish(ab.mirror(), List.of("ring"), Desired.STOPPED);
        await(ab, "ring", StateName.STOPPED);
        // What is left to ask is whether the old source may be emptied: it never was a copy.
        ca.mirrors().awaitFailed(ca.mirror(), "ring", 2, FailureCode.CUT_TO_EMPTY, SOON);
    }

    private static List<RecordValue.Hop> lineage(MirrorFixture mirror, String topic) {
        return mirror.mirrors()
                .topic()
                .read(view -> Optional.ofNullable(view.lineages(mirror.mirror()).get(topic))
                        .map(RecordValue.Lineage::hops)
                        .orElse(List.of()))
                .join();
    }
}
