// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One topic through its whole life: started, paused, resumed, stopped, written to, started again. */
class LifeIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(3).property("default.replication.factor", "3"),
                List.of(),
                Map.of());
    }

    @Test
    void startPauseResumeStop() throws Exception {
        Records.create(fixture.source(), "life", 3, 1);
        Records.write(fixture.source(), "life", 3, 300);
        fixture.startTopics(List.of("life"));
        fixture.mirrors().awaitState(MirrorFixture.MIRROR, "life", 3, StateName.MIRRORING, SOON);
        fixture.awaitMirrored(List.of("life"));
        fixture.mirrors().wish(MirrorFixture.MIRROR, List.of("life"), Desired.PAUSED);
        fixture.mirrors().awaitState(MirrorFixture.MIRROR, "life", 3, StateName.PAUSED, SOON);
        Records.write(fixture.source(), "life", 3, 100);
        fixture.mirrors().wish(MirrorFixture.MIRROR, List.of("life"), Desired.MIRRORING);
        fixture.awaitMirrored(List.of("life"));
        fixture.mirrors().wish(MirrorFixture.MIRROR, List.of("life"), Desired.STOPPED);
        fixture.mirrors().awaitState(MirrorFixture.MIRROR, "life", 3, StateName.STOPPED, SOON);
        Records.write(fixture.destination(), "life", 3, 50);
        assertThat(fixture.mirrors().states(MirrorFixture.MIRROR, "life").values())
                .allSatisfy(state -> assertThat(state.mark()).isNotNegative());
    }
}
