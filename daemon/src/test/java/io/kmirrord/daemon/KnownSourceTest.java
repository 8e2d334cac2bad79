// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.daemon.fake.FakeAdmin;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class KnownSourceTest {
    private final FakeStateTopic topic = new FakeStateTopic();
    private final FakeAdmin admin = new FakeAdmin();

    private void mirror(@Nullable String clusterId) {
        topic.put(
                new RecordKey.Mirror("m", 1, "op"),
                new RecordValue.Mirror(Map.of(), List.of("a"), List.of(), clusterId, 1, false, 0));
    }

    private SourceAdmin source() {
        return KnownSource.of(topic, "m", () -> CompletableFuture.completedFuture(admin))
                .join();
    }

    @Test
    void theClusterThatTheMirrorWasMadeForIsHandedOut() {
        mirror("source");
        assertThat(source()).isSameAs(admin);
        assertThat(admin.forgotten()).isZero();
    }

    @Test
    void beforeTheFirstStartAnyClusterIs() {
        mirror(null);
        assertThat(source()).isSameAs(admin);
    }

    @Test
    @DisplayName("N14: another cluster under the same address is refused by both names, and not kept")
    void n14AnotherClusterIsRefused() {
        mirror("source");
        admin.clusterId("another");
        assertThatThrownBy(this::source)
                .hasMessageContaining("cluster another answered as the source of mirror 'm'; accepted: source");
        assertThat(admin.forgotten()).isOne();
    }
}
