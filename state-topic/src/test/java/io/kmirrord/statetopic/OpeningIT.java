// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.failure;
import static io.kmirrord.statetopic.Waiting.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.testkit.process.FreePorts;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is created, what is taken, and what is refused. */
final class OpeningIT {
    @RegisterExtension
    static final SharedCluster SHARED = new SharedCluster();

    private static final Map<String, String> COMPACT = Map.of("cleanup.policy", "compact");

    private static void refused(StateTopicConfig config, boolean create, Reason reason, String... texts) {
        StateTopicException failure = failure(StateTopic.open(config, create));
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure).hasMessageContainingAll(texts);
    }

    @Test
    void aToolCreatesNothingAndADaemonAsDesigned() {
        StateTopicConfig config = SHARED.config("new");
        refused(config, false, Reason.NOT_FOUND, "new-state does not exist", "mirrorctl create");
        try (StateTopic daemon = SHARED.open(config);
                StateTopic tool = get(StateTopic.open(config, false))) {
            assertThat(daemon.stats().warnings()).isEmpty();
            assertThat(tool.topicId()).isEqualTo(daemon.topicId());
            assertThat(tool.health()).isEqualTo(Health.HEALTHY);
            assertThat(get(tool.leaders())).hasSize(50);
            TopicDescription topic = SHARED.describe("new-state");
            assertThat(topic.topicId()).isEqualTo(tool.topicId());
            assertThat(topic.partitions())
                    .hasSize(50)
                    .allMatch(partition -> partition.replicas().size() == 3);
            assertThat(SHARED.describe("new-progress").partitions()).hasSize(10);
        }
    }

    @RepeatedTest(5)
    void severalMayCreateAtOnce(RepetitionInfo repetition) {
        StateTopicConfig config = SHARED.config("at-once-" + repetition.getCurrentRepetition());
        var first = StateTopic.open(config, true);
        var second = StateTopic.open(config, true);
        try (StateTopic one = get(first);
                StateTopic two = get(second)) {
            assertThat(one.topicId()).isEqualTo(two.topicId());
        }
    }

    @Test
    void whatSomethingElseMadeIsRefused() {
        StateTopicConfig few = SHARED.config("few");
        SHARED.create(few.stateTopic(), 12, 3, COMPACT);
        refused(few, true, Reason.WRONG_SETTINGS, "few-state has 12 partitions; accepted: 50");

        StateTopicConfig deletes = SHARED.config("deletes");
        SHARED.create(deletes.stateTopic(), 50, 3, Map.of("cleanup.policy", "delete"));
        refused(deletes, true, Reason.WRONG_SETTINGS, "cleanup.policy=delete; accepted: compact");

        StateTopicConfig foreign = SHARED.config("foreign");
        SHARED.create(foreign.stateTopic(), 50, 3, COMPACT);
        refused(foreign, false, Reason.NOT_FOUND, "foreign-state is empty", "mirrorctl create");
        try (RawRecords raw = new RawRecords(foreign)) {
            raw.write(17, "binary", "\u0000\u0001");
            refused(foreign, true, Reason.FOREIGN_FORMAT, "no Magic record", "another state.topic");
            raw.write(
                    0,
                    "{\"type\":\"Magic\",\"v\":1}",
                    "{\"type\":\"Magic\",\"v\":1,\"format\":\"kmirrord\",\"formatVersion\":2}");
            refused(foreign, true, Reason.FOREIGN_FORMAT, "newer format than 1");
        }
    }

    @Test
    void f11ATopicOfASmallerClusterGetsMoreReplicas() {
        StateTopicConfig config = SHARED.config("small");
        SHARED.create(config.stateTopic(), 50, 1, Map.of("cleanup.policy", "compact", "min.insync.replicas", "1"));
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            assertThat(topic.stats().warnings())
                    .anySatisfy(text -> assertThat(text).contains("of 1 replicas; 3 are possible"));
            Waiting.until(
                    "all replicas are in sync",
                    () -> SHARED.describe(config.stateTopic()).partitions().stream()
                            .allMatch(partition -> partition.isr().size() == 3));
            get(writer.write(java.util.List.of(Samples.beat(1, 1))));
        }
        try (StateTopic topic = SHARED.open(config)) {
            assertThat(topic.stats().warnings())
                    .as("min.insync.replicas was raised too")
                    .noneMatch(text -> text.contains("replicas"));
        }
    }

    @Test
    void whereNobodyAnswersTheErrorSaysWhatToCheck() {
        int port = FreePorts.pick(1, new SecureRandom()).get(0);
        StateTopicConfig config = StateTopicConfig.of("127.0.0.1:" + port).withTimeout(Duration.ofSeconds(2));
        refused(config, false, Reason.UNREACHABLE, "127.0.0.1:" + port, "Check that brokers run there");
    }
}
