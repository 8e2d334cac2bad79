// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.diff.TopicComparison.Topic;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Difference.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class TopicComparisonTest {
    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(2, 2);

    private final Map<String, Topic> source = new HashMap<>();
    private final Map<String, Topic> here = new HashMap<>();
    private final Map<String, Desired> wishes = new HashMap<>();
    private final Map<String, String> unavailable = new HashMap<>();
    private final Map<String, String> elsewhere = new HashMap<>();

    private List<Difference> differences() {
        return new TopicComparison(source, unavailable, here, wishes, elsewhere).differences();
    }

    private Difference only() {
        assertThat(differences()).hasSize(1);
        return differences().get(0);
    }

    @Test
    void aTopicThatIsTheSameIsNoDifference() {
        source.put("a", new Topic(A, 3));
        here.put("a", new Topic(A, 3));
        wishes.put("a", Desired.MIRRORING);
        assertThat(differences()).isEmpty();
    }

    @Test
    void aTopicOfTheSourceThatIsNotHereIsToldWithWhatIsWished() {
        source.put("a", new Topic(A, 3));
        assertThat(only().kind()).isEqualTo(Kind.ONLY_SOURCE);
        assertThat(only().source()).isEqualTo("3 partitions");
        assertThat(only().destination()).isNull();
        assertThat(only().note()).startsWith("not started");
        elsewhere.put("a", "mirror 'east' has it, wished MIRRORING");
        assertThat(only().note()).isEqualTo("mirror 'east' has it, wished MIRRORING");
        wishes.put("a", Desired.PAUSED);
        assertThat(only().note()).startsWith("wished PAUSED, not created here yet or deleted here");
        assertThat(only().intended()).isFalse();
        wishes.put("a", Desired.STOPPED);
        assertThat(only().intended()).isTrue();
    }

    @Test
    void aMirrorTopicWhoseTopicIsGoneIsToldAndAStoppedOneIsNot() {
        here.put("a", new Topic(A, 1));
        wishes.put("a", Desired.MIRRORING);
        assertThat(only().kind()).isEqualTo(Kind.ONLY_DESTINATION);
        assertThat(only().destination()).isEqualTo("1 partition");
        assertThat(only().note()).contains("gone at the source, or the mirror's principal may not describe it");
        unavailable.put("a", "its partitions have no epoch");
        assertThat(only().note()).isEqualTo("cannot be used at the source: its partitions have no epoch");
        wishes.put("a", Desired.STOPPED);
        assertThat(differences()).isEmpty();
    }

    @Test
    void idAndPartitionsAreComparedOfMirrorTopicsOnly() {
        source.put("a", new Topic(A, 3));
        here.put("a", new Topic(A, 2));
        wishes.put("a", Desired.MIRRORING);
        assertThat(only().kind()).isEqualTo(Kind.DIFFERS);
        assertThat(only().note()).isEqualTo("the next discovery adds them here");
        here.put("a", new Topic(A, 4));
        assertThat(only().note()).startsWith("partitions cannot be removed");
        here.put("a", new Topic(B, 3));
        assertThat(only().source()).isEqualTo("topic id AAAAAAAAAAEAAAAAAAAAAQ");
        assertThat(only().destination()).isEqualTo("topic id AAAAAAAAAAIAAAAAAAAAAg");
        wishes.put("a", Desired.STOPPED);
        assertThat(differences()).as("the destination's own by now").isEmpty();
        wishes.clear();
        assertThat(only().note()).startsWith("a topic of this name that the mirror does not mirror");
    }
}
