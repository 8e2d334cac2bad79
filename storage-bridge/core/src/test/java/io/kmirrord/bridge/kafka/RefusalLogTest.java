// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RefusalLogTest {
    private final RefusalLog log = new RefusalLog();

    private @Nullable String refuse(String topic, long nowMs) {
        return log.refused(topic, "a produce request", "app-7", "read-only", nowMs);
    }

    @Test
    void n17OneLinePerTopicAndMinuteWithCountAndClient() {
        assertThat(refuse("a", 0)).contains("refused 1 writes").contains("'a'").contains("client 'app-7'");
        for (int i = 1; i <= 50_000; i++) {
            assertThat(refuse("a", i)).isNull();
        }
        assertThat(refuse("b", 10)).contains("refused 1 writes").contains("'b'");
        assertThat(refuse("a", RefusalLog.WINDOW_MS)).contains("refused 50001 writes");
        assertThat(refuse("a", RefusalLog.WINDOW_MS + 1)).isNull();
    }

    @Test
    void aClientThatIsNotKnownIsNotNamed() {
        assertThat(log.refused("a", "a transaction marker", null, "read-only", 0))
                .doesNotContain("client");
    }
}
