// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.groups;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.TopicPartition;

/** A group in a state of its own at the destination, and a topic in one. Each pair has a group of its own. */
record GroupCell(InTopic in, IsGroup is) {

    /** What becomes of a topic before the source's groups move on. */
    enum InTopic {
        MIRRORING,
        PAUSED,
        STOPPED,
        FAILED,
        /** On both sides and not of the mirror. */
        LOCAL;

        String topic() {
            return "topic-" + lower(this);
        }

        TopicPartition partition() {
            return new TopicPartition(topic(), 0);
        }

        boolean isMirrors() {
            return this != LOCAL;
        }
    }

    /** What a group is at the destination before the source's moves on. */
    enum IsGroup {
        ABSENT,
        /** Was brought in by the sync; in a local topic nothing is. */
        SYNCED,
        BY_HAND,
        CLASSIC_MEMBER,
        CONSUMER_MEMBER,
        SHARE,
        /** Was there, and was deleted. */
        DELETED
    }

    /** All of some states. */
    static List<GroupCell> all(IsGroup... states) {
        return Arrays.stream(states)
                .flatMap(state -> Arrays.stream(InTopic.values()).map(topic -> new GroupCell(topic, state)))
                .toList();
    }

    String group() {
        return "group-" + lower(is) + "-in-" + lower(in);
    }

    TopicPartition partition() {
        return in.partition();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
