// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.reader.FormatCheck.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FormatCheckTest {
    private static Verdict judge(String format, int version) {
        return FormatCheck.judge(Optional.of(new RecordValue.Magic(format, version)), false, true);
    }

    @Test
    void oursForeignAndNewer() {
        assertThat(judge("kmirrord", 1)).isEqualTo(Verdict.OURS);
        assertThat(judge("kmirrord", 2)).isEqualTo(Verdict.NEWER);
        assertThat(judge("native", 1)).isEqualTo(Verdict.FOREIGN);
    }

    @Test
    void withoutTheRecordOnlyATopicThatNobodyEverWroteToIsTaken() {
        assertThat(FormatCheck.judge(Optional.empty(), true, true)).isEqualTo(Verdict.NEW);
        assertThat(FormatCheck.judge(Optional.empty(), true, false)).isEqualTo(Verdict.NOT_SET_UP);
        assertThat(FormatCheck.judge(Optional.empty(), false, true)).isEqualTo(Verdict.FOREIGN);
    }

    @Test
    void eachRefusalSaysWhatToDo() {
        assertThat(FormatCheck.text(Verdict.FOREIGN, "t")).contains("topic t", "Set another state.topic");
        assertThat(FormatCheck.text(Verdict.NEWER, "t")).contains("newer format than 1", "Use the release");
        assertThat(FormatCheck.text(Verdict.NOT_SET_UP, "t")).contains("mirrorctl create");
    }
}
