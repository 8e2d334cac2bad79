// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.source;

import static io.kmirrord.it.fixture.AdminAnswers.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A topic that is deleted and created anew at a source that has no topic ids: name, epochs and offsets look as before. */
@Tag("long")
class RecreatedTopicIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int COPIED = 200;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start(
                "source", KafkaCluster.builder().version(Versions.OLD_SOURCES.get(Versions.OLD_SOURCES.size() - 1)));
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", source, KafkaCluster.builder().brokers(1), List.of(), Map.of());
    }

    private static void recreate(String topic, int records) {
        try (Admin admin = fixture.source().admin()) {
            answer(admin.deleteTopics(List.of(topic)).all());
            // It is not listed any more some time before its name is free.
            assertThat(Poll.until(SOON, () -> created(admin, topic))).isTrue();
        }
        Records.write(fixture.source(), topic, 1, records);
    }

    private static boolean created(Admin admin, String topic) {
        try {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
            return true;
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(TopicExistsException.class);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "longer, 500, false",
        "as-long, 200, false",
        "as-long-meanwhile, 200, true",
        "shorter, 100, false",
        "longer-meanwhile, 500, true",
        "shorter-meanwhile, 100, true"
    })
    void itFailsByItsNameNothingIsMixedAndItCanBeCopiedAnew(String topic, int records, boolean away) {
        Records.create(fixture.source(), topic, 1, 1);
        Records.write(fixture.source(), topic, 1, COPIED);
        fixture.startTopics(List.of(topic));
        fixture.awaitMirrored(List.of(topic));
        DaemonProcess daemon = fixture.daemons().beside(1);
        if (away) {
            daemon.kill();
        }
        try {
            recreate(topic, records);
        } finally {
            daemon.start();
        }
        // One that is as long as the copy, to the offset, shows itself with its next record.
        Records.write(fixture.source(), topic, 1, 1);
        fixture.mirrors().awaitFailed(fixture.mirror(), topic, 1, FailureCode.SOURCE_TOPIC_RECREATED, SOON);
        assertThat(fixture.destinationOffsets().of(List.of(topic)).values())
                .singleElement()
                .satisfies(offsets -> {
                    assertThat(offsets.logStart()).isZero();
                    assertThat(offsets.highWatermark()).isEqualTo(COPIED);
                });
        fixture.mirrors().wish(fixture.mirror(), List.of(topic), Desired.STOPPED);
        fixture.mirrors().awaitState(fixture.mirror(), topic, 1, StateName.STOPPED, SOON);
        fixture.startTopics(List.of(topic), true);
        new Equality(fixture).require(List.of(topic));
    }
}
