// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import io.kmirrord.statemachine.view.StatePartitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with a topic that exists. Immutable.
 *
 * @param refusal why it must not be used, and what to do
 * @param warnings what makes it weaker than it should be, and what to do
 */
record TopicCheck(Optional<String> refusal, List<String> warnings) {
    TopicCheck {
        warnings = List.copyOf(warnings);
    }

    /**
     * Checks the state topic.
     *
     * @param registered brokers of the cluster
     */
    static TopicCheck ofState(TopicFacts topic, int registered) {
        if (topic.partitions() != StatePartitions.COUNT) {
            return refuse("topic " + topic.name() + " has " + topic.partitions() + " partitions; accepted: "
                    + StatePartitions.COUNT + ", always. Something else made it: set another state.topic, or delete it "
                    + "if nobody needs it");
        }
        String policy = topic.config(TopicSettings.CLEANUP_POLICY);
        if (!policy.equals("compact")) {
            return refuse(
                    "topic " + topic.name() + " has cleanup.policy=" + policy + "; accepted: compact. Records may be "
                            + "gone already: compare 'mirrorctl state export' with a backup, then set it with kafka-configs");
        }
        List<String> warnings = new ArrayList<>(replication(topic, registered));
        atMost(topic, TopicSettings.SEGMENT_BYTES, TopicSettings.STATE_SEGMENT_BYTES, warnings);
        atLeast(topic, TopicSettings.MIN_COMPACTION_LAG_MS, TopicSettings.STATE_COMPACTION_LAG_MS, warnings);
        return new TopicCheck(Optional.empty(), warnings);
    }

    /** Checks the progress topic: nothing is decided by it, so nothing is refused. */
    static TopicCheck ofProgress(TopicFacts topic) {
        String policy = topic.config(TopicSettings.CLEANUP_POLICY);
        return new TopicCheck(
                Optional.empty(),
                policy.equals("delete")
                        ? List.of()
                        : List.of("topic " + topic.name() + " has cleanup.policy=" + policy
                                + ": it grows for ever; set delete"));
    }

    private static TopicCheck refuse(String text) {
        return new TopicCheck(Optional.of(text), List.of());
    }

    private static List<String> replication(TopicFacts topic, int registered) {
        List<String> warnings = new ArrayList<>();
        int replicas = TopicSettings.replicas(registered);
        if (topic.replicas() < replicas) {
            warnings.add("topic " + topic.name() + " has partitions of " + topic.replicas() + " replicas; " + replicas
                    + " are possible with " + registered + " registered brokers. A daemon that opens it adds them");
        }
        atLeast(topic, TopicSettings.MIN_ISR, TopicSettings.minIsr(replicas), warnings);
        if (!topic.config(TopicSettings.UNCLEAN).equals("false")) {
            warnings.add(drift(topic, TopicSettings.UNCLEAN, "false"));
        }
        return warnings;
    }

    private static void atLeast(TopicFacts topic, String key, long least, List<String> warnings) {
        if (number(topic, key) < least) {
            warnings.add(drift(topic, key, "at least " + least));
        }
    }

    private static void atMost(TopicFacts topic, String key, long most, List<String> warnings) {
        if (number(topic, key) > most) {
            warnings.add(drift(topic, key, "at most " + most));
        }
    }

    /** Kafka validates its configs: what is no number is one that this broker does not have. */
    private static long number(TopicFacts topic, String key) {
        String value = topic.config(key);
        return value.matches("-?[0-9]{1,18}") ? Long.parseLong(value) : -1;
    }

    private static String drift(TopicFacts topic, String key, String accepted) {
        return "topic " + topic.name() + " has " + key + "=" + topic.config(key) + ", weaker than " + accepted
                + "; set it with kafka-configs";
    }
}
