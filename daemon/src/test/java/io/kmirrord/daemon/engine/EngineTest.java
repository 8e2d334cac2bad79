// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EngineTest {
    private static final Map<String, String> USABLE = Map.of("source.bootstrap.servers", "127.0.0.1:1");

    @TempDir
    Path salvage;

    private EngineFixture it;

    @BeforeEach
    void start() {
        it = new EngineFixture(salvage);
    }

    @AfterEach
    void close() {
        it.close();
    }

    @Test
    void whatIsCountedForAMirrorEndsWithItAndNotWithItsSettings() {
        it.mirror(1, USABLE);
        it.wish(1, Desired.PAUSED);
        it.recorded(StateName.PAUSED);
        it.led(6);
        it.await(() -> it.actor() != null);
        it.mirror(2, Map.of("source.bootstrap.servers", "127.0.0.1:2"));
        it.await(() -> it.clients.size() == 2 && it.actor() != null);
        assertThat(it.forgotten).isEmpty();
        it.deleted(3);
        it.await(() -> it.forgotten.contains("m"));
        assertThat(it.actor()).isNull();
    }
}
