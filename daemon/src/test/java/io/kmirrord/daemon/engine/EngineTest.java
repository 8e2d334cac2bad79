// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Request;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EngineTest {
    private static final Map<String, String> USABLE = Map.of("source.bootstrap.servers", "127.0.0.1:1");

    private static final Map<String, String> UNREADABLE =
            Map.of("source.bootstrap.servers", "127.0.0.1:1", "from.the.future", "1");

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

    @Test
    void nobodyIsListenedToButTheClusterThatTheMirrorWasMadeFor() {
        it.mirror(1, USABLE, null);
        it.await(() -> it.clients.size() == 1);
        it.mirror(2, USABLE, "another than the one that answers here");
        it.await(() -> it.clients.size() == 2);
        assertThat(it.onlyClusters).containsExactly("null", "another than the one that answers here");
    }

    @Test
    void aMirrorWhoseSettingsCannotBeReadFailsWithTheReasonAndCanBeStopped() {
        it.mirror(1, UNREADABLE);
        it.wish(1, Desired.MIRRORING);
        it.recorded(StateName.MIRRORING);
        it.led(6);
        it.await(StateName.FAILED);
        Failure failure = Objects.requireNonNull(it.state().orElseThrow().failure());
        assertThat(failure.code()).isEqualTo(FailureCode.SETTINGS_UNUSABLE);
        assertThat(failure.detail()).contains("from.the.future is not a setting");
        it.wish(2, Desired.STOPPED);
        it.await(() -> it.asked.stream().anyMatch(RecordValue.EpochRequest.class::isInstance));
        it.led(1 << 20);
        it.await(StateName.STOPPED);
        assertThat(it.clients).as("clients of the source").isEmpty();
        assertThat(it.bridge.requests(Request.Begin.class)).isEmpty();
    }

    @Test
    void aMirrorWhoseSettingsWereCorrectedGoesOnByItself() {
        it.mirror(1, UNREADABLE);
        it.wish(1, Desired.MIRRORING);
        it.led(6);
        it.await(() -> it.failures.contains(FailureCode.SETTINGS_UNUSABLE));
        it.mirror(2, USABLE);
        // The source in memory has no topic: whoever hears that has asked it.
        it.await(() -> it.failures.contains(FailureCode.SOURCE_UNREACHABLE));
        assertThat(it.clients).hasSize(1);
    }

    @Test
    void aTopicThatHasRemoteStorageHereIsNotCopiedInto() {
        it.mirror(1, USABLE);
        it.wish(1, Desired.MIRRORING);
        it.recorded(StateName.MIRRORING);
        it.topic.put(
                new RecordKey.ConfigSync("m", "orders", 1), new RecordValue.ConfigSync(1, Map.of(), Map.of(), true, 0));
        it.led(6);
        it.await(() -> it.failures.contains(FailureCode.TIERED_STORAGE));
        it.await(StateName.FAILED);
        assertThat(Objects.requireNonNull(it.state().orElseThrow().failure()).detail())
                .contains("remote.storage.enable=true at the destination");
    }

    @Test
    void settingsThatNoClientCanBeMadeOfAreNamedToo() {
        Map<String, String> twice = new HashMap<>(USABLE);
        twice.put("source.address.map", "a:1=b:1,a:1=c:1");
        it.mirror(1, twice);
        it.wish(1, Desired.MIRRORING);
        it.led(6);
        it.await(StateName.FAILED);
        assertThat(it.state().orElseThrow().failure())
                .isEqualTo(
                        new Failure(FailureCode.SETTINGS_UNUSABLE, "address map names a:1 twice; accepted: once each"));
    }

    @Test
    void aRingThatClosedUnseenFailsByTheNamesOfItsMirrorsUntilItIsOpened() {
        RecordKey lineage = new RecordKey.Lineage("m", "orders");
        it.topic.put(
                lineage,
                new RecordValue.Lineage(
                        List.of(
                                new RecordValue.Hop("second", "third-cluster"),
                                new RecordValue.Hop("third", FakeStateTopic.CLUSTER_ID)),
                        1));
        it.mirror(1, USABLE);
        it.wish(1, Desired.MIRRORING);
        it.recorded(StateName.MIRRORING);
        it.led(6);
        it.await(() -> it.failures.contains(FailureCode.MIRROR_LOOP));
        assertThat(Objects.requireNonNull(it.state().orElseThrow().failure()).detail())
                .isEqualTo("mirrors [second, third] and m");
        assertThat(it.bridge.requests(Request.Append.class)).isEmpty();
        it.topic.put(lineage, null);
        it.await(StateName.MIRRORING);
    }
}
