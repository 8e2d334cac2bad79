// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopicPatternsTest {
    @ParameterizedTest
    @CsvSource({
        "orders, orders, true",
        "orders, orders2, false",
        "a.b, a.b, true",
        "a.b, axb, false",
        "a.*, axb, true",
        "(a|b), b, true",
        "rd, orders, false"
    })
    void aNameMatchesItselfAndAPatternWholeNames(String pattern, String topic, boolean matches) {
        assertThat(TopicPatterns.parse(List.of(pattern)).matches(topic)).isEqualTo(matches);
    }

    @Test
    void thoseThatMatchNothingAreKnown() {
        var patterns = TopicPatterns.parse(List.of("a", "b.*", "c"));
        assertThat(patterns.unmatchedBy(Set.of("a", "bb"))).containsExactly("c");
        assertThat(patterns.literals()).containsExactly("a", "c");
    }

    @Test
    void aPatternThatIsNoneIsNamed() {
        assertThatThrownBy(() -> TopicPatterns.parse(List.of("b", "a(")))
                .isInstanceOfSatisfying(
                        BadPatternException.class,
                        refused -> assertThat(refused.pattern()).isEqualTo("a("))
                .hasMessageContaining("'a('")
                .hasMessageContaining("accepted: the name of a topic");
        assertThatThrownBy(() -> TopicPatterns.parse(List.of(" "))).hasMessageContaining("it is empty");
        // Would take exponential time in an engine that goes back.
        assertThatThrownBy(() -> TopicPatterns.parse(List.of("(a)\\1"))).isInstanceOf(BadPatternException.class);
    }
}
