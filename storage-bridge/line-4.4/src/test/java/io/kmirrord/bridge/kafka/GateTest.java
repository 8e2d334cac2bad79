// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.kafka.line44.Line44;
import io.kmirrord.bridge.wire.Fence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.image.ConfigurationImage;
import org.apache.kafka.image.ConfigurationsImage;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.apache.kafka.storage.internals.log.LogAppendInfo;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate on the broker's own log. */
final class GateTest {
    private static final int STOP_EPOCH = 1 << 20;

    @TempDir
    private Path dir;

    private final FenceView fences = new FenceView();
    private final HookCounters counters = new HookCounters();
    private final LogLine line = new Line44().log();
    private final AtomicLong clockMs = new AtomicLong();
    private final Gate gate = new Gate(fences, new ResetKeeper(line), new Refusals(counters, line, clockMs::get));

    private void fence(Uuid topicId, String text) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, Fence.RESOURCE_NAME);
        fences.load(new ConfigurationsImage(Map.of(
                resource, new ConfigurationImage(resource, Map.of(Fence.CONFIG_PREFIX + topicId, text)))));
    }

    private void fence(String phase, int stopEpoch, String exceptions) {
        fence(RealLog.TOPIC_ID, "v1;dr;1;" + phase + ";" + stopEpoch + ";" + exceptions);
    }

    @Test
    void anUnfencedTopicPasses() throws IOException {
        try (RealLog real = new RealLog(dir, "orders")) {
            assertThat(gate.decide(real.log, 1, AppendOrigin.CLIENT)).isNull();
            fence(new Uuid(1, 2), "v1;dr;1;MIRRORING;-1;");
            assertThat(gate.decide(real.log, 1, AppendOrigin.CLIENT)).isNull();
        }
    }

    @Test
    void clientsAreRefusedByPhase() throws IOException {
        try (RealLog real = new RealLog(dir, "orders")) {
            for (String phase : new String[] {"PREPARING", "MIRRORING"}) {
                fence(phase, -1, "");
                assertThat(gate.decide(real.log, 1, AppendOrigin.CLIENT))
                        .asInstanceOf(InstanceOfAssertFactories.throwable(PolicyViolationException.class))
                        .hasMessageContaining("'orders'")
                        .hasMessageContaining("'dr'")
                        .hasMessageContaining("mirrorctl failover dr --topics orders");
            }
            fence("STOPPING", STOP_EPOCH, "");
            assertThat(gate.decide(real.log, 1, AppendOrigin.CLIENT)).isInstanceOf(NotEnoughReplicasException.class);
            fence("STOPPED", STOP_EPOCH, "");
            assertThat(gate.decide(real.log, STOP_EPOCH, AppendOrigin.CLIENT)).isNull();
            assertThat(counters.refusedAtGate()).isEqualTo(3);
        }
    }

    @Test
    void recordsAreDeletedWhereThePartitionIsOpenAlone() throws IOException {
        try (RealLog real = new RealLog(dir, "orders")) {
            assertThat(gate.refuseDelete(real.log)).isNull();
            for (String phase : new String[] {"PREPARING", "MIRRORING", "STOPPING"}) {
                fence(phase, -1, "");
                assertThat(gate.refuseDelete(real.log)).hasMessageContaining("'orders'");
            }
            fence("STOPPED", STOP_EPOCH, "");
            assertThat(gate.refuseDelete(real.log)).isNull();
            assertThat(counters.refusedDeletes()).isEqualTo(3);
        }
    }

    @Test
    void f8MarkersAreAppendedBeforeTheCutAndNeverAnsweredWithARetriableError() throws IOException {
        try (RealLog real = new RealLog(dir, "orders")) {
            fence("PREPARING", -1, "");
            assertThat(gate.decide(real.log, 1, AppendOrigin.COORDINATOR)).isNull();
            for (String phase : new String[] {"MIRRORING", "STOPPING"}) {
                fence(phase, -1, "");
                assertThat(gate.decide(real.log, 1, AppendOrigin.COORDINATOR))
                        .isInstanceOf(UnsupportedForMessageFormatException.class);
            }
            assertThat(counters.swallowedMarkers()).isEqualTo(2);
        }
    }

    @Test
    void n17ACoordinatorIsToldThatItsMarkerIsWrittenSoThatNobodyLogsAnError() throws IOException {
        Gate ofCoordinator = gateServing("broker-1-txn-marker-sender");
        Gate ofOperator = gateServing("adminclient-1");
        try (RealLog real = new RealLog(dir, "orders")) {
            fence("MIRRORING", -1, "");
            long end = real.log.logEndOffset();
            assertThat(ofCoordinator.decide(real.log, 1, AppendOrigin.COORDINATOR))
                    .isInstanceOfSatisfying(LogAppendInfo.class, answer -> {
                        assertThat(answer.numMessages())
                                .as("counted by the broker")
                                .isZero();
                        assertThat(answer.lastOffset())
                                .as("awaited by the broker")
                                .isEqualTo(-1);
                    });
            assertThat(real.log.logEndOffset()).isEqualTo(end);
            assertThat(ofCoordinator.decide(real.log, 1, AppendOrigin.CLIENT))
                    .isInstanceOf(PolicyViolationException.class);
            assertThat(ofOperator.decide(real.log, 1, AppendOrigin.COORDINATOR))
                    .isInstanceOf(UnsupportedForMessageFormatException.class);
            assertThat(counters.swallowedMarkers()).isEqualTo(2);
        }
    }

    private Gate gateServing(String clientId) {
        LogLine serving = new LogLine() {
            @Override
            public long lastOffset(BatchMetadata batch) {
                return line.lastOffset(batch);
            }

            @Override
            public long markTimestamp(UnifiedLog log, long offset) {
                return line.markTimestamp(log, offset);
            }

            @Override
            public String clientId() {
                return clientId;
            }
        };
        return new Gate(fences, new ResetKeeper(serving), new Refusals(counters, serving, clockMs::get));
    }

    @Test
    void f13ExceptionsOpenOnePartitionAlone() throws IOException {
        try (RealLog real = new RealLog(dir, "orders")) {
            fence("STOPPING", STOP_EPOCH, "0=STOPPED");
            assertThat(gate.decide(real.log, STOP_EPOCH, AppendOrigin.CLIENT)).isNull();
            fence("STOPPED", STOP_EPOCH, "0=STOPPING");
            assertThat(gate.decide(real.log, STOP_EPOCH, AppendOrigin.CLIENT)).isNotNull();
        }
    }

    @Test
    void aFenceThatCannotBeReadFences() throws IOException {
        try (RealLog real = new RealLog(dir, "orders")) {
            fence(RealLog.TOPIC_ID, "v9;whatever");
            assertThat(gate.decide(real.log, 1, AppendOrigin.CLIENT)).isInstanceOf(PolicyViolationException.class);
            assertThat(gate.decide(real.log, 1, AppendOrigin.COORDINATOR))
                    .isInstanceOf(UnsupportedForMessageFormatException.class);
            assertThat(fences.anyFence()).isTrue();
            assertThat(fences.fences()).isEmpty();
        }
    }

    @Test
    void internalTopicsAreNeverFenced() throws IOException {
        try (RealLog real = new RealLog(dir, "__consumer_offsets")) {
            fence("MIRRORING", -1, "");
            assertThat(gate.decide(real.log, 1, AppendOrigin.COORDINATOR)).isNull();
            assertThat(gate.decide(real.log, 1, AppendOrigin.CLIENT)).isNull();
        }
    }

    @Test
    void theBridgesOwnAppendsPass() throws IOException {
        try (RealLog real = new RealLog(dir, "orders")) {
            fence("STOPPING", -1, "");
            try (GateBypass bypass = GateBypass.open()) {
                assertThat(bypass).isNotNull();
                assertThat(gate.decide(real.log, 1, AppendOrigin.COORDINATOR)).isNull();
            }
            assertThat(gate.decide(real.log, 1, AppendOrigin.COORDINATOR)).isNotNull();
        }
    }

    @Test
    void c3ResetsOncePerLogInstanceLeadershipAndGeneration() throws IOException {
        try (RealLog real = new RealLog(dir, "orders")) {
            real.mirrored(3, 50, 0);
            fence("STOPPED", STOP_EPOCH, "");
            assertThat(gate.decide(real.log, STOP_EPOCH, AppendOrigin.CLIENT)).isNull();
            assertThat(real.log.producerIdCount()).isZero();
            real.mirrored(3, 50, 0); // what no leader does: shows whether the reset runs again
            gate.decide(real.log, STOP_EPOCH, AppendOrigin.CLIENT);
            assertThat(real.log.producerIdCount()).isEqualTo(1);
            gate.decide(real.log, STOP_EPOCH + 1, AppendOrigin.CLIENT);
            assertThat(real.log.producerIdCount()).isZero();
            real.mirrored(3, 50, 0);
            fence(RealLog.TOPIC_ID, "v1;dr;2;STOPPED;" + STOP_EPOCH + ";");
            gate.decide(real.log, STOP_EPOCH + 1, AppendOrigin.COORDINATOR);
            assertThat(real.log.producerIdCount()).isZero();
        }
        try (RealLog swapped = new RealLog(dir.resolve("other"), "orders")) {
            swapped.mirrored(3, 50, 0);
            gate.decide(swapped.log, STOP_EPOCH + 1, AppendOrigin.CLIENT);
            assertThat(swapped.log.producerIdCount()).isZero();
        }
    }
}
