// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.daemon.groups.GroupList;
import io.kmirrord.daemon.groups.GroupOffsets;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Difference.Kind;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Unread;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class GroupComparisonTest {
    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final TopicPartition LOCAL = new TopicPartition("local", 0);

    private final Map<String, Map<TopicPartition, CommittedOffset>> source = new HashMap<>();
    private final Map<String, Map<TopicPartition, CommittedOffset>> here = new HashMap<>();
    private final Map<String, GroupList.Kind> kinds = new HashMap<>();
    private Map<String, String> reported = Map.of();
    private StateName state = StateName.MIRRORING;
    private boolean syncing = true;

    private static Map<TopicPartition, CommittedOffset> at(long offset) {
        return Map.of(A0, new CommittedOffset(offset, -1, ""), LOCAL, new CommittedOffset(1_000 + offset, -1, ""));
    }

    private List<Difference> differences() {
        return new GroupComparison(Map.of(A0, state), source, here, kinds, reported, syncing, 10_000).differences();
    }

    private Difference only() {
        assertThat(differences()).hasSize(1);
        return differences().get(0);
    }

    @Test
    void offsetsOfMirrorTopicsAloneAreComparedAndNotWhatGoesWithThem() {
        source.put("g", Map.of(A0, new CommittedOffset(7, 3, "theirs")));
        here.put("g", at(7));
        assertThat(differences()).isEmpty();
        here.put("g", at(8));
        assertThat(only().name()).isEqualTo("g a-0");
    }

    @Test
    void aLagWithinTheSyncIsTheOrdinaryCourseAndAnyOtherIsNot() {
        source.put("g", at(50));
        here.put("g", at(40));
        assertThat(only().kind()).isEqualTo(Kind.DIFFERS);
        assertThat(only().source()).isEqualTo("offset 50");
        assertThat(only().destination()).isEqualTo("offset 40");
        assertThat(only().note()).isEqualTo("behind by 10; synced every 10000 ms");
        assertThat(only().intended()).isTrue();

        syncing = false;
        assertThat(only().note()).startsWith("behind by 10; no round of the sync of groups has ended lately");
        assertThat(only().intended()).isFalse();
        syncing = true;

        reported = Map.of("g", "UNREADABLE: denied");
        assertThat(only().note()).isEqualTo("behind by 10; UNREADABLE: denied");
        assertThat(only().intended()).isFalse();
        reported = Map.of("g in a-0", "REFUSED: why");
        assertThat(only().intended()).isFalse();
        reported = Map.of();

        kinds.put("g", GroupList.Kind.ACTIVE);
        assertThat(only().note()).isEqualTo("behind by 10; has members here, whose place is theirs");
        assertThat(only().intended()).isFalse();
        kinds.put("g", GroupList.Kind.EMPTY);

        state = StateName.PAUSED;
        assertThat(only().note()).isEqualTo("behind by 10; not synced while the partition is PAUSED");
        assertThat(only().intended()).isFalse();
    }

    @Test
    void aGroupThatIsAheadOrOnOneSideOnlyNeedsALook() {
        source.put("g", at(40));
        here.put("g", at(50));
        assertThat(only().note()).isEqualTo("ahead by 10; the sync leaves it until the source goes back itself");
        here.clear();
        assertThat(only().kind()).isEqualTo(Kind.ONLY_SOURCE);
        here.put("g", at(50));
        source.clear();
        assertThat(only().kind()).isEqualTo(Kind.ONLY_DESTINATION);
        assertThat(only().intended()).isFalse();
        kinds.put("g", GroupList.Kind.OTHER);
        assertThat(only().note()).contains("no consumer group here");
    }

    @Test
    void whatOneSideCouldNotTellIsNotComparedAndNamed() {
        GroupReading theirs = new GroupReading(
                new GroupList(Map.of("g", GroupList.Kind.EMPTY, "h", GroupList.Kind.EMPTY), List.of()),
                new GroupOffsets(Map.of("h", at(1)), Map.of("g", "GroupAuthorizationException")));
        GroupReading ours = new GroupReading(
                new GroupList(Map.of("g", GroupList.Kind.EMPTY), List.of("coordinator 2 is silent")),
                new GroupOffsets(Map.of("g", at(1)), Map.of()));
        Part part = GroupReading.compare(theirs, ours, Map.of(A0, state), Map.of(), true, 1);
        assertThat(part.differences()).isEmpty();
        assertThat(part.unread()).extracting(Unread::side).containsExactly(Side.SOURCE, Side.DESTINATION);
        assertThat(part.unread().get(0).text()).contains("g cannot be read", "GroupAuthorizationException");
        assertThat(part.unread().get(0).remedy()).contains("DESCRIBE on the groups", "mirror's principal");
        assertThat(part.unread().get(1).text()).contains("coordinator 2 is silent");
    }
}
