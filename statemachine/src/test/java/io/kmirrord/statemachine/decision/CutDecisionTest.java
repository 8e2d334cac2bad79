// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.decision.CutDecision.Consent;
import io.kmirrord.statemachine.decision.CutDecision.Cut;
import io.kmirrord.statemachine.decision.CutDecision.Refused;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CutDecisionTest {
    private static final Consent NONE = new Consent(false, false, false);
    private static final Consent OVERWRITE = new Consent(true, false, false);
    private static final Consent RECOVERY = new Consent(true, true, true);
    private final LocalLog log = log(false, -1);

    private static LocalLog log(boolean compacted, long checkpoint) {
        List<EpochStart> epochs = List.of(new EpochStart(2, 10), new EpochStart(3, 40));
        List<ReplicaLog> replicas = List.of(new ReplicaLog(1, -1), new ReplicaLog(2, checkpoint));
        return new LocalLog(10, 80, 80, epochs, compacted, true, replicas);
    }

    private static FailureCode refusal(CutDecision decision) {
        return ((Refused) decision).failure().code();
    }

    @Test
    void nothingIsCutAtTheEnd() {
        assertThat(CutDecision.decide(log, 80, 0, NONE)).isEqualTo(new CutDecision.Nothing());
        assertThat(CutDecision.decide(log, 90, 0, NONE)).isEqualTo(new CutDecision.Nothing());
    }

    @Test
    void aCutRemembersTheHighestEpochItRemoves() {
        assertThat(CutDecision.decide(log, 60, 0, NONE)).isEqualTo(new Cut(new PlannedCut(60, false, 3, -1)));
    }

    @Test
    void emptyingNeedsConsent() {
        assertThat(refusal(CutDecision.decide(log, 10, 0, NONE))).isEqualTo(FailureCode.CUT_TO_EMPTY);
        assertThat(refusal(CutDecision.decide(log, 0, 0, new Consent(false, true, false))))
                .isEqualTo(FailureCode.CUT_TO_EMPTY);
    }

    @Test
    void f17ACutAtOrBelowTheLogStartIsARestartWhereTheSourceBegins() {
        assertThat(CutDecision.decide(log, 10, 25, OVERWRITE)).isEqualTo(new Cut(new PlannedCut(25, true, 3, -1)));
    }

    @Test
    void f3ACutThatACleanerPassedIsAFullCopy() {
        CutDecision decision = CutDecision.decide(log(true, 61), 60, 0, OVERWRITE);
        assertThat(decision).isEqualTo(new Cut(new PlannedCut(0, true, 3, -1)));
        assertThat(refusal(CutDecision.decide(log(true, 61), 60, 0, NONE))).isEqualTo(FailureCode.CUT_TO_EMPTY);
        assertThat(CutDecision.decide(log(true, 60), 60, 0, NONE)).isEqualTo(new Cut(new PlannedCut(60, false, 3, -1)));
        assertThat(CutDecision.decide(log(false, 61), 60, 0, NONE))
                .isEqualTo(new Cut(new PlannedCut(60, false, 3, -1)));
    }

    @Test
    void f10TheSourcesLossNeverEmptiesTheCopyWhateverWasAgreed() {
        assertThat(refusal(CutDecision.decide(log, 0, 0, RECOVERY))).isEqualTo(FailureCode.SOURCE_LOST_DATA);
        assertThat(refusal(CutDecision.decide(log(true, 70), 60, 0, RECOVERY))).isEqualTo(FailureCode.SOURCE_LOST_DATA);
    }

    @Test
    void limitsHoldForRecordsAndBytesUnlessConfirmed() {
        CutLimits limits = new CutLimits(20, 1_000);
        PlannedCut cut = new PlannedCut(60, false, 3, -1);
        assertThat(CutDecision.overLimit(log, cut, 1_000, limits, NONE)).isNull();
        assertThat(CutDecision.overLimit(log, cut, 1_001, limits, NONE)).isNotNull();
        assertThat(CutDecision.overLimit(log, new PlannedCut(59, false, 3, -1), 1, limits, NONE))
                .isEqualTo(new Failure(
                        FailureCode.CUT_OVER_LIMIT,
                        "the cut at 59 removes 21 records, 1 bytes; limits: 20 records, 1000 bytes"));
        assertThat(CutDecision.overLimit(log, cut, 1_001, limits, new Consent(false, true, false)))
                .isNull();
    }

    @Test
    void f2AllReplicasCountUnlessWhatFollowsHasAHigherEpoch() {
        assertThat(new PlannedCut(60, false, 3, 3).needsAllReplicas()).isTrue();
        assertThat(new PlannedCut(60, false, 3, 4).needsAllReplicas()).isFalse();
    }

    @Test
    void f20AFullCopyOfAnEmptyLogIsNothing() {
        LocalLog empty = new LocalLog(5, 5, 5, List.of(), true, true, List.of());
        assertThat(CutDecision.fullCopy(empty, 0, NONE)).isEqualTo(new CutDecision.Nothing());
        assertThat(refusal(CutDecision.fullCopy(log, 0, NONE))).isEqualTo(FailureCode.CUT_TO_EMPTY);
    }
}
