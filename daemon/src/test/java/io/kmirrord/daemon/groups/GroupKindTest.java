// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Optional;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a listed group is to a sync, by every state and type that Kafka tells. */
final class GroupKindTest {
    private static final EnumSet<GroupState> WITHOUT_MEMBERS = EnumSet.of(GroupState.EMPTY, GroupState.DEAD);

    private static GroupListing listed(Optional<GroupType> type, Optional<GroupState> state) {
        return new GroupListing("g", type, "consumer", state);
    }

    /** Members of a group that rebalances, or whose state is newer than our client, have a place too. */
    @ParameterizedTest
    @EnumSource(GroupState.class)
    void allButEmptyAndDeadGroupsHaveMembers(GroupState state) {
        GroupList.Kind kind = WITHOUT_MEMBERS.contains(state) ? GroupList.Kind.EMPTY : GroupList.Kind.ACTIVE;
        for (GroupType type : GroupType.values()) {
            boolean share = type == GroupType.SHARE;
            GroupListing listed = listed(Optional.of(type), Optional.of(state));
            assertThat(AdminGroups.kind(io.kmirrord.daemon.groups.GroupType.CONSUMER, listed))
                    .as("%s %s", type, state)
                    .isEqualTo(share ? GroupList.Kind.OTHER : kind);
            assertThat(AdminGroups.kind(io.kmirrord.daemon.groups.GroupType.SHARE, listed))
                    .as("%s %s", type, state)
                    .isEqualTo(share ? kind : GroupList.Kind.OTHER);
        }
    }

    @Test
    void anOldSourceTellsNeitherStateNorType() {
        GroupListing listed = listed(Optional.empty(), Optional.empty());
        assertThat(AdminGroups.kind(io.kmirrord.daemon.groups.GroupType.CONSUMER, listed))
                .isEqualTo(GroupList.Kind.EMPTY);
        assertThat(AdminGroups.kind(io.kmirrord.daemon.groups.GroupType.SHARE, listed))
                .isEqualTo(GroupList.Kind.OTHER);
    }
}
