// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statetopic.StateTopicException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TopicCheckTest {

    private static TopicFacts asCreated(int registered) {
        var created = TopicSettings.state("t", registered);
        return new TopicFacts("t", created.numPartitions(), created.replicationFactor(), created.configs());
    }

    private static TopicFacts with(TopicFacts topic, String key, String value) {
        Map<String, String> configs = new HashMap<>(topic.configs());
        configs.put(key, value);
        return new TopicFacts(topic.name(), topic.partitions(), topic.replicas(), configs);
    }

    @Test
    void whatWeCreateHasNothingWrong() {
        for (int registered = 1; registered < 6; registered++) {
            assertThat(TopicCheck.ofState(asCreated(registered), registered).refusal())
                    .isEmpty();
            assertThat(TopicCheck.ofState(asCreated(registered), registered).warnings())
                    .isEmpty();
        }
    }

    @Test
    void createdAsDesigned() {
        var created = TopicSettings.state("t", 5);
        assertThat(created.numPartitions()).isEqualTo(50);
        assertThat(created.replicationFactor()).isEqualTo((short) 3);
        assertThat(created.configs())
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("min.insync.replicas", "2")
                .containsEntry("unclean.leader.election.enable", "false")
                .containsEntry("segment.bytes", "16777216")
                .containsEntry("min.compaction.lag.ms", "600000");
        assertThat(TopicSettings.state("t", 1).configs()).containsEntry("min.insync.replicas", "1");
        assertThat(TopicSettings.state("t", 2).replicationFactor()).isEqualTo((short) 2);
        assertThat(TopicSettings.progress("p", 3).configs())
                .containsEntry("cleanup.policy", "delete")
                .containsEntry("retention.ms", "3600000");
    }

    @Test
    void wrongPartitionCountAndCleanupPolicyAreRefused() {
        TopicFacts topic = asCreated(3);
        assertThat(TopicCheck.ofState(new TopicFacts("t", 12, 3, topic.configs()), 3)
                        .refusal())
                .hasValueSatisfying(text -> assertThat(text).contains("topic t has 12 partitions; accepted: 50"));
        for (String policy : List.of("delete", "compact,delete")) {
            assertThat(TopicCheck.ofState(with(topic, "cleanup.policy", policy), 3)
                            .refusal())
                    .hasValueSatisfying(
                            text -> assertThat(text).contains("cleanup.policy=" + policy + "; accepted: compact"));
        }
    }

    @Test
    void weakerSettingsAreReportedEachWithItsNameAndValue() {
        TopicFacts topic = asCreated(3);
        Map<String, String> weaker = Map.of(
                "min.insync.replicas", "1",
                "unclean.leader.election.enable", "true",
                "segment.bytes", "1073741824",
                "min.compaction.lag.ms", "0");
        weaker.forEach((key, value) -> {
            TopicCheck check = TopicCheck.ofState(with(topic, key, value), 3);
            assertThat(check.refusal()).isEmpty();
            assertThat(check.warnings()).singleElement().asString().contains(key + "=" + value);
        });
        assertThat(TopicCheck.ofState(with(topic, "segment.bytes", "1048576"), 3)
                        .warnings())
                .as("stronger is fine")
                .isEmpty();
    }

    @Test
    void fewerReplicasThanTheClusterCanHoldAreReported() {
        assertThat(TopicCheck.ofState(asCreated(1), 3).warnings())
                .anySatisfy(text -> assertThat(text).contains("of 1 replicas; 3 are possible"))
                .anySatisfy(text -> assertThat(text).contains("min.insync.replicas=1"));
    }

    @Test
    void r10AClusterThatMirrorsNativelyIsRefused() {
        assertThatThrownBy(() -> NativeMirroring.refuse(1, "__mirror_state"))
                .isInstanceOf(StateTopicException.class)
                .hasMessageContaining("mirror.version is finalized at 1")
                .hasMessageContaining("accepted: 0");
        NativeMirroring.refuse(0, "__mirror_state");
        NativeMirroring.refuse(Map.of(), "__mirror_state");
    }
}
