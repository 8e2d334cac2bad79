// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.Health.State;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

/** F11, N3. */
final class HealthJudgeTest {
    private static final Uuid OURS = new Uuid(1, 1);
    private static final long PATIENCE_MS = 30_000;
    private static final int LOOKS = 5;

    private final HealthJudge judge = new HealthJudge("t", OURS, Map.of(0, 0L, 1, 7L), PATIENCE_MS);

    private static Sighting seen(Uuid id, Map<Integer, Long> read, Map<Integer, Long> starts, Map<Integer, Long> ends) {
        return new Sighting("", Optional.of(id), read, starts, ends);
    }

    private static Sighting well(long read, long end) {
        return seen(OURS, Map.of(0, read, 1, 7L), Map.of(0, 0L, 1, 7L), Map.of(0, end, 1, 7L));
    }

    private static Sighting absent() {
        return new Sighting("", Optional.empty(), Map.of(), Map.of(), Map.of());
    }

    private Health judge(int times, Sighting seen) {
        Health last = judge.health();
        for (int i = 0; i < times; i++) {
            last = judge.judge(seen, 0);
        }
        return last;
    }

    @Test
    void healthyUntilProvedOtherwise() {
        assertThat(judge.health()).isEqualTo(Health.HEALTHY);
        assertThat(judge.judge(well(5, 9), 0)).isEqualTo(Health.HEALTHY);
        assertThat(judge.inDoubt()).isFalse();
    }

    @Test
    void silenceOfTheClusterEndsByItself() {
        assertThat(judge(20, Sighting.failed("no answer"))).isEqualTo(new Health(State.UNREACHABLE, "no answer"));
        assertThat(judge.inDoubt()).isTrue();
        assertThat(judge.judge(well(5, 5), 0)).isEqualTo(Health.HEALTHY);
    }

    @Test
    void aDeletedTopicIsLostOnceSeveralLooksSaySo() {
        assertThat(judge(LOOKS - 1, absent()).state()).isEqualTo(State.UNREACHABLE);
        assertThat(judge(1, absent()).state()).isEqualTo(State.LOST);
        assertThat(judge.health().text()).contains("was deleted", "mirrorctl state import");
        assertThat(judge(1, well(5, 5)).state()).as("for good").isEqualTo(State.LOST);
    }

    @Test
    void oneBrokerThatHasNotHeardOfTheTopicIsNoLoss() {
        for (int i = 0; i < 10; i++) {
            assertThat(judge(LOOKS - 1, absent()).state()).isEqualTo(State.UNREACHABLE);
            assertThat(judge(1, well(5, 5))).isEqualTo(Health.HEALTHY);
        }
    }

    @Test
    void aReplacedTopicIsLost() {
        Uuid other = new Uuid(2, 2);
        Health health = judge(LOOKS, seen(other, Map.of(), Map.of(), Map.of()));
        assertThat(health.state()).isEqualTo(State.LOST);
        assertThat(health.text()).contains("replaced", OURS.toString(), other.toString());
    }

    @Test
    void recordsDeletedBelowAnOffsetAreALoss() {
        Health health = judge(LOOKS, seen(OURS, Map.of(), Map.of(0, 0L, 1, 8L), Map.of(0, 0L, 1, 9L)));
        assertThat(health.state()).isEqualTo(State.LOST);
        assertThat(health.text()).contains("partition 1", "began at offset 7 and begins at 8");
    }

    @Test
    void aVanishedPositionIsLostAtOnceWithTheGravestReason() {
        judge.positionVanished("records vanished: partition 3");
        assertThat(judge.inDoubt()).isTrue();
        assertThat(judge(1, Sighting.failed("no answer")).state()).isEqualTo(State.UNREACHABLE);
        assertThat(judge(1, absent()).text()).contains("was deleted");
        assertThat(judge.health().state()).isEqualTo(State.LOST);
    }

    @Test
    void aVanishedPositionOfTheSameTopicIsLostToo() {
        judge.positionVanished("records vanished: partition 3");
        Health health = judge(1, well(5, 5));
        assertThat(health.state()).isEqualTo(State.LOST);
        assertThat(health.text()).startsWith("records vanished: partition 3");
    }

    @Test
    void anEndBelowWhatWasReadMayBeThatOfADeposedLeader() {
        Health health = judge(50, well(9, 8));
        assertThat(health.state()).isEqualTo(State.UNREACHABLE);
        assertThat(health.text()).contains("partition 0", "read up to offset 9 and ends at 8");
        assertThat(judge(1, well(9, 9))).isEqualTo(Health.HEALTHY);
    }

    @Test
    void aPartitionThatDoesNotAnswerIsWaitedForLongerThanAnElection() {
        Sighting silent = seen(OURS, Map.of(0, 5L, 1, 7L), Map.of(0, 0L), Map.of(0, 5L));
        assertThat(judge.judge(silent, 0)).isEqualTo(Health.HEALTHY);
        assertThat(judge.judge(silent, PATIENCE_MS)).isEqualTo(Health.HEALTHY);
        Health health = judge.judge(silent, PATIENCE_MS + 1);
        assertThat(health.state()).isEqualTo(State.UNREACHABLE);
        assertThat(health.text()).contains("partitions [1] do not answer");
        assertThat(judge.judge(well(5, 5), PATIENCE_MS + 2)).isEqualTo(Health.HEALTHY);
        assertThat(judge.judge(silent, PATIENCE_MS + 3)).as("counts anew").isEqualTo(Health.HEALTHY);
    }

    @Test
    void aPartitionThatIsNotReadToWhereItEndedIsNoticed() {
        assertThat(judge.judge(well(5, 9), 0)).isEqualTo(Health.HEALTHY);
        assertThat(judge.judge(well(8, 20), PATIENCE_MS + 1).text()).contains("partitions [0] are not read");
    }

    @Test
    void aPartitionThatGrowsWhileItIsReadIsHealthy() {
        for (int i = 0; i < 100; i++) {
            assertThat(judge.judge(well(10L * i, 10L * i + 10), i * (PATIENCE_MS / 2)))
                    .isEqualTo(Health.HEALTHY);
        }
    }
}
