// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BarriersTest {
    private final Barriers barriers = new Barriers();
    private final List<String> done = new ArrayList<>();

    private void add(String name, int... partitions) {
        Set<Integer> set = new java.util.TreeSet<>();
        for (int partition : partitions) {
            set.add(partition);
        }
        barriers.add(
                new Barrier(
                        set,
                        1_000,
                        failure -> done.add(
                                name + (failure == null ? "" : " " + failure.reason() + " " + failure.text()))),
                set);
    }

    @Test
    void completesOnceEachPartitionIsReadToItsEnd() {
        add("a", 1, 2);
        assertThat(barriers.toAsk()).containsExactly(1, 2);
        barriers.answered(1, 10);
        barriers.check(Map.of(1, 10L, 2, 0L), 0);
        assertThat(done).as("partition 2 has not answered").isEmpty();
        barriers.answered(2, 5);
        barriers.check(Map.of(1, 10L, 2, 4L), 0);
        assertThat(done).isEmpty();
        barriers.check(Map.of(1, 10L, 2, 5L), 0);
        assertThat(done).containsExactly("a");
        barriers.check(Map.of(1, 10L, 2, 5L), 5_000);
        assertThat(done).as("once").hasSize(1);
    }

    @Test
    void whoComesWhileAQuestionIsOutSharesTheNextOne() {
        add("first", 1);
        assertThat(barriers.toAsk()).containsExactly(1);
        add("second", 1);
        add("third", 1, 2);
        assertThat(barriers.toAsk()).as("1 is being asked").containsExactly(2);
        barriers.answered(1, 3);
        barriers.check(Map.of(1, 3L), 0);
        assertThat(done).as("the answer is older than the second question").containsExactly("first");
        assertThat(barriers.toAsk()).containsExactly(1);
        barriers.answered(1, 4);
        barriers.answered(2, 0);
        barriers.check(Map.of(1, 4L, 2, 0L), 0);
        assertThat(done).containsExactlyInAnyOrder("first", "second", "third");
        assertThat(barriers.toAsk()).isEmpty();
    }

    @Test
    void aPartitionThatDoesNotAnswerHoldsUpItsOwnAlone() {
        add("bad", 1);
        add("good", 2);
        assertThat(barriers.toAsk()).containsExactly(1, 2);
        barriers.answered(2, 0);
        barriers.check(Map.of(1, 0L, 2, 0L), 0);
        assertThat(done).containsExactly("good");
        barriers.refused(1, new StateTopicException(Reason.UNREACHABLE, "no leader"));
        assertThat(done).containsExactly("good", "bad UNREACHABLE no leader");
    }

    @Test
    void aTimeoutNamesWhatIsMissing() {
        add("late", 1, 2);
        assertThat(barriers.toAsk()).containsExactly(1, 2);
        barriers.answered(1, 10);
        barriers.check(Map.of(1, 4L), 999);
        assertThat(done).isEmpty();
        barriers.check(Map.of(1, 4L), 1_000);
        assertThat(done)
                .singleElement()
                .asString()
                .contains("late TIMEOUT", "partition 1 is read up to offset 4 of 10", "[2]");
    }

    @Test
    void aLossFailsAll() {
        add("a", 1);
        add("b", 2);
        barriers.failAll(new StateTopicException(Reason.LOST, "gone"));
        assertThat(done).containsExactlyInAnyOrder("a LOST gone", "b LOST gone");
        assertThat(barriers.toAsk()).isEmpty();
    }
}
