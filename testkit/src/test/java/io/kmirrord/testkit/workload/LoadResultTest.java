// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several loads of one topic, audited as one. */
class LoadResultTest {

    private static LoadResult result(String topic, long seed, String acknowledged, String inDoubt) {
        Sent sent = new Sent(0, seed, acknowledged, 0, true);
        return new LoadResult(new LoadSpec(topic, 2, seed, 1, 1, 0), List.of(sent), Set.of(inDoubt));
    }

    @Test
    void loadsOfOneTopicAreOneResult() {
        LoadResult both = LoadResult.together(List.of(result("t", 1, "1-0", "1-1"), result("t", 2, "2-0", "2-1")));

        assertThat(both.acknowledged()).extracting(Sent::key).containsExactly("1-0", "2-0");
        assertThat(both.inDoubt()).containsExactlyInAnyOrder("1-1", "2-1");
        assertThat(both.spec().topic()).isEqualTo("t");
    }

    @Test
    void loadsThatCannotBeAuditedTogetherAreRefused() {
        assertThatThrownBy(
                        () -> LoadResult.together(List.of(result("t", 1, "1-0", "1-1"), result("t", 1, "1-0", "1-1"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seeds [1] of 2 loads");
        assertThatThrownBy(
                        () -> LoadResult.together(List.of(result("t", 1, "1-0", "1-1"), result("u", 2, "2-0", "2-1"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LoadResult.together(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
