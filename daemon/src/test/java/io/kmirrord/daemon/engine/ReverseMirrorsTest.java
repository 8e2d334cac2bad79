// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.RecordedStates;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ReverseMirrorsTest {
    private static final String US = "us";
    private static final UUID ID = new UUID(1, 2);
    private static final PartitionId PARTITION = new PartitionId("back", ID, 0);

    private final StateView view = new StateView();

    private void mirror(String name, String sourceClusterId, Desired desired, long generation) {
        view.apply(new StateRecord(
                new RecordKey.Mirror(name, 1, "op"),
                new RecordValue.Mirror(Map.of(), List.of(), List.of(), sourceClusterId, 1, false, 0)));
        view.apply(new StateRecord(
                new RecordKey.MirrorTopic(name, "orders", generation, 1, "op"),
                new RecordValue.MirrorTopic(ID, desired, false, false, 0)));
    }

    private void state(String name, long generation, StateName state, @Nullable Position position) {
        view.apply(RecordedStates.of(name, "orders", ID, 0, generation, state, position));
    }

    private SourcePosition judge() {
        return ReverseMirrors.judge(view, US, "orders", PARTITION);
    }

    private static Position stop(int lme, long lmo) {
        return new Position(US, lme, lmo, 1 << 20, 7);
    }

    @Test
    void whoMirrorsAnotherClusterOrTopicSaysNothing() {
        assertThat(judge()).isEqualTo(new SourcePosition.Absent());
        mirror("other", "them", Desired.MIRRORING, 2);
        mirror("stopped", US, Desired.STOPPED, 2);
        assertThat(judge()).isEqualTo(new SourcePosition.Absent());
        assertThat(ReverseMirrors.judge(view, "them", "users", PARTITION)).isEqualTo(new SourcePosition.Absent());
    }

    @Test
    void whatIsWishedToMirrorIsALoopWhateverStandsBesideIt() {
        mirror("forth", US, Desired.PAUSED, 2);
        mirror("forth-too", US, Desired.MIRRORING, 3);
        mirror("old", US, Desired.STOPPED, 1);
        state("old", 1, StateName.STOPPED, stop(4, 40));
        assertThat(judge()).isEqualTo(new SourcePosition.Loop(List.of("forth", "forth-too")));
    }

    @Test
    void aStopThatIsUnderWayIsWaitedFor() {
        mirror("forth", US, Desired.STOPPED, 2);
        state("forth", 2, StateName.STOPPING, stop(4, 40));
        assertThat(judge()).isEqualTo(new SourcePosition.ReverseNotStopped("forth", "STOPPING"));
    }

    @Test
    @DisplayName(
            "F15: of several mirrors that stopped, the last one knows what is common, not the first of the alphabet")
    void f15TheLastStopCounts() {
        mirror("a-first", US, Desired.STOPPED, 2);
        state("a-first", 2, StateName.STOPPED, stop(4, 100));
        mirror("b-later", US, Desired.STOPPED, 9);
        state("b-later", 9, StateName.STOPPED, stop(6, 80));
        mirror("c-never-began", US, Desired.STOPPED, 11);
        state("c-never-began", 11, StateName.STOPPED, new Position("", -1, -1, 1 << 20, 0));
        assertThat(judge()).isEqualTo(new SourcePosition.Known(6, 80, 7));
    }

    private void lineage(String mirror, RecordValue.Hop... hops) {
        view.apply(new StateRecord(new RecordKey.Lineage(mirror, "orders"), new RecordValue.Lineage(List.of(hops), 1)));
    }

    @Test
    void aRingIsALoopByTheNamesOfAllItsMirrors() {
        mirror("up", "b", Desired.MIRRORING, 2);
        assertThat(judge()).isEqualTo(new SourcePosition.Absent());
        lineage("up", new RecordValue.Hop("second", "c"));
        assertThat(judge()).as("a chain").isEqualTo(new SourcePosition.Absent());
        lineage("up", new RecordValue.Hop("second", US));
        assertThat(judge()).as("of three").isEqualTo(new SourcePosition.Loop(List.of("up", "second")));
        lineage("up", new RecordValue.Hop("second", "c"), new RecordValue.Hop("third", US));
        assertThat(judge()).as("of four").isEqualTo(new SourcePosition.Loop(List.of("up", "second", "third")));
        mirror("up", "b", Desired.STOPPED, 3);
        assertThat(judge()).as("opened").isEqualTo(new SourcePosition.Absent());
    }

    @Test
    void aChainIsWrittenFromTheNearestOnAndNoLongerThanAnyoneChains() {
        mirror("up", "b", Desired.PAUSED, 2);
        RecordValue.Hop[] many = new RecordValue.Hop[40];
        java.util.Arrays.fill(many, new RecordValue.Hop("far", "c"));
        lineage("up", many);
        assertThat(Upstream.of(view, US, Map.of("orders", ID)))
                .as("one that was never prepared, perhaps as it would close a ring")
                .isEmpty();
        state("up", 2, StateName.PREPARING, null);
        assertThat(Upstream.of(view, US, Map.of("orders", ID))).isEmpty();
        state("up", 2, StateName.PAUSED, null);
        List<RecordValue.Hop> chain =
                Upstream.of(view, US, Map.of("orders", ID, "users", ID)).get("orders");
        assertThat(chain).hasSize(Upstream.MAX_HOPS).startsWith(new RecordValue.Hop("up", "b"), many[0]);
        assertThat(Upstream.of(view, US, Map.of("orders", new UUID(9, 9)))).isEmpty();
        assertThat(Upstream.of(view, "c", Map.of("orders", ID)).get("orders"))
                .as("no chain goes round")
                .containsExactly(new RecordValue.Hop("up", "b"), many[0]);
    }
}
