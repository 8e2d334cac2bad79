// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.kafka.KnownReplicas.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.DirectoryId;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.LeaderRecoveryState;
import org.apache.kafka.metadata.PartitionRegistration;
import org.junit.jupiter.api.Test;

/** F16: whose logs are good, step by step as the assignment changes. */
final class KnownReplicasTest {
    private static final KnownReplicas BOTH = KnownReplicas.allOf(List.of(1, 2));

    private static PartitionRegistration partition(int leader, int leaderEpoch, List<Integer> isr, int... replicas) {
        return partition(leader, leaderEpoch, isr, List.of(), replicas);
    }

    private static PartitionRegistration partition(
            int leader, int leaderEpoch, List<Integer> isr, List<Integer> elr, int... replicas) {
        Uuid[] directories = new Uuid[replicas.length];
        java.util.Arrays.fill(directories, DirectoryId.UNASSIGNED);
        return new PartitionRegistration.Builder()
                .setReplicas(replicas)
                .setDirectories(directories)
                .setIsr(ints(isr))
                .setElr(ints(elr))
                .setLeader(leader)
                .setLeaderRecoveryState(LeaderRecoveryState.RECOVERED)
                .setLeaderEpoch(leaderEpoch)
                .setPartitionEpoch(leaderEpoch)
                .build();
    }

    private static int[] ints(List<Integer> nodes) {
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }

    private static KnownReplicas joining(int replica, int epoch) {
        TreeMap<Integer, Integer> since = new TreeMap<>(BOTH.since());
        since.put(replica, epoch);
        return new KnownReplicas(since);
    }

    @Test
    void f16AReplicaThatLeftAndComesBackJoinsUntilItIsInSync() {
        KnownReplicas first = KnownReplicas.next(null, partition(1, 5, List.of(1), 1, 2));
        assertThat(first).as("dead ones too: they heal by their epochs").isEqualTo(BOTH);
        KnownReplicas left = KnownReplicas.next(first, partition(1, 6, List.of(1), 1));
        assertThat(left).isEqualTo(KnownReplicas.allOf(List.of(1)));
        KnownReplicas back = KnownReplicas.next(left, partition(1, 7, List.of(1), 1, 2));
        assertThat(back.since()).isEqualTo(Map.of(1, KnownReplicas.TRUSTED, 2, 7));
        assertThat(KnownReplicas.next(back, partition(1, 9, List.of(1), 1, 2)))
                .as("the epoch is that of joining")
                .isEqualTo(back);
        assertThat(KnownReplicas.next(back, partition(1, 9, List.of(1, 2), 1, 2)))
                .isEqualTo(BOTH);
        assertThat(KnownReplicas.next(back, partition(1, 9, List.of(1), List.of(2), 1, 2)))
                .as("eligible to lead")
                .isEqualTo(BOTH);
    }

    @Test
    void aReplicaThatFellOutOfSyncStaysTrusted() {
        assertThat(KnownReplicas.next(BOTH, partition(1, 9, List.of(1), 1, 2))).isEqualTo(BOTH);
        assertThat(KnownReplicas.judge(BOTH, partition(1, 9, List.of(1), 1, 2), 2, KnownReplicas.TRUSTED))
                .isEqualTo(Verdict.KEEP);
    }

    @Test
    void aCutTrustsWhatIsRecordedOfExactlyTheAssignedReplicas() {
        assertThat(BOTH.trustsExactly(Set.of(1, 2))).isTrue();
        assertThat(BOTH.trustsExactly(Set.of(1))).as("one left, unrecorded").isFalse();
        assertThat(BOTH.trustsExactly(Set.of(1, 2, 3))).isFalse();
        assertThat(joining(3, 7).trustsExactly(Set.of(1, 2, 3))).isFalse();
        assertThat(joining(3, 7).joining()).containsExactly(3);
    }

    @Test
    void f16TheLogOfAJoiningReplicaIsEmptiedOncePerJoining() {
        PartitionRegistration now = partition(1, 9, List.of(1, 2), 1, 2, 3);
        assertThat(KnownReplicas.judge(joining(3, 7), now, 3, KnownReplicas.TRUSTED))
                .isEqualTo(Verdict.EMPTY);
        assertThat(KnownReplicas.judge(joining(3, 7), now, 3, 7)).isEqualTo(Verdict.KEEP);
        assertThat(KnownReplicas.judge(joining(3, 7), now, 3, 6))
                .as("good in an earlier stay, which ended before it was recorded again")
                .isEqualTo(Verdict.EMPTY);
        assertThat(KnownReplicas.judge(BOTH, now, 3, KnownReplicas.TRUSTED))
                .as("not recorded yet")
                .isEqualTo(Verdict.EMPTY);
        assertThat(KnownReplicas.judge(BOTH, now, 3, 9)).isEqualTo(Verdict.KEEP);
    }

    @Test
    void nothingIsEmptiedThatMayBeNeeded() {
        int never = KnownReplicas.TRUSTED;
        assertThat(KnownReplicas.judge(null, partition(1, 9, List.of(1), 1, 3), 3, never))
                .as("nothing is recorded of the topic")
                .isEqualTo(Verdict.KEEP);
        assertThat(KnownReplicas.judge(joining(3, 7), partition(1, 9, List.of(1, 3), 1, 2, 3), 3, never))
                .isEqualTo(Verdict.KEEP_AS_GOOD);
        assertThat(KnownReplicas.judge(joining(3, 7), partition(1, 9, List.of(1), List.of(3), 1, 2, 3), 3, never))
                .isEqualTo(Verdict.KEEP_AS_GOOD);
        assertThat(KnownReplicas.judge(joining(3, 7), partition(-1, 9, List.of(1), 1, 2, 3), 3, never))
                .as("no leader to copy from")
                .isEqualTo(Verdict.KEEP);
    }
}
