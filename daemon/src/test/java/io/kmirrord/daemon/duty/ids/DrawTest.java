// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

final class DrawTest {
    private static final long LEAST = 1L << 40;

    private static String why(Draw draw) {
        assertThat(draw.done()).isTrue();
        return Objects.requireNonNull(draw.undrained()).text();
    }

    @Test
    void aBrokerThatWasDrainedBeforeGivesASingleId() {
        Draw draw = Draw.begin(LEAST).took(LEAST);
        assertThat(draw.done()).isTrue();
        assertThat(draw.undrained()).isNull();
        assertThat(draw.taken()).isZero();
        assertThat(Draw.begin(LEAST).took(LEAST - 1).done()).isFalse();
    }

    @Test
    void twoBlocksAreTakenAndThenTheNewOneBegins() {
        Draw draw = Draw.begin(LEAST);
        for (int id = 0; id < 2_000; id++) {
            draw = draw.took(id);
            assertThat(draw.done()).isFalse();
        }
        draw = draw.refused(Errors.COORDINATOR_LOAD_IN_PROGRESS);
        assertThat(draw.done()).isFalse();
        draw = draw.took(LEAST);
        assertThat(draw).isEqualTo(new Draw(LEAST, 2_000, LEAST, null, true, null));
    }

    @Test
    void aBrokerWithoutEndIsGivenUp() {
        Draw draw = Draw.begin(LEAST);
        int id = 0;
        while (!draw.done()) {
            draw = draw.took(id++);
        }
        assertThat(draw.taken()).isEqualTo(Draw.MOST);
        assertThat(why(draw)).contains("gave 2100 ids", "the last of them 2099");
    }

    @Test
    void whatMayPassIsWaitedForAndNamedInTheEnd() {
        Draw begun = Draw.begin(LEAST).took(7);
        assertThat(why(begun.late(9_000))).isEqualTo("it does not answer; gave up after 9000 ms and 1 ids");
        assertThat(why(begun.unreachable().late(9_000))).contains("it cannot be reached");
        assertThat(why(begun.refused(Errors.COORDINATOR_LOAD_IN_PROGRESS).late(9_000)))
                .contains("no more ids until the controller gives it some");
        assertThat(why(begun.refused(Errors.NOT_CONTROLLER).late(9_000))).contains("it answers NOT_CONTROLLER");
        assertThat(why(begun.unreachable().took(8).late(9_000)))
                .as("what passed is forgotten")
                .contains("it does not answer", "2 ids");
        Draw drained = begun.took(LEAST);
        assertThat(drained.late(9_000)).isSameAs(drained);
    }

    @Test
    void whatDoesNotPassEndsAtOnce() {
        Draw begun = Draw.begin(LEAST);
        Draw unauthorized = begun.refused(Errors.CLUSTER_AUTHORIZATION_FAILED);
        assertThat(unauthorized.undrained()).isEqualTo(new Undrained(true, "CLUSTER_AUTHORIZATION_FAILED"));
        assertThat(why(begun.refused(Errors.UNSUPPORTED_VERSION))).isEqualTo("it answers UNSUPPORTED_VERSION");
        assertThat(why(begun.unauthenticated(new SaslAuthenticationException("bad password"))))
                .contains("bad password");
        assertThat(why(begun.unsupported("no such request"))).contains("no such request");
    }

    @Test
    void aReportNamesBrokersInOrder() {
        DrainReport report = new DrainReport(
                Set.of(1, 2, 10), Map.of(10, new Undrained(false, "late"), 2, new Undrained(false, "gone")));
        assertThat(report.text()).isEqualTo("broker 2 (gone), broker 10 (late)");
    }
}
