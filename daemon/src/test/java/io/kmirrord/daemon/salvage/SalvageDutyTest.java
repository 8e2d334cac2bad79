// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.SalvageManifest;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SalvageDutyTest {
    private static final long NOW_MS = 7_000;

    @TempDir
    Path dir;

    private final FakeStateTopic topic = new FakeStateTopic();
    private final EventQueue queue = new EventQueue("kmirrord-node");
    private SalvageStore store;
    private SalvageDuty duty;

    @BeforeEach
    void make() {
        store = new SalvageStore(dir, new SalvageStore.Owner(4, "host-4"), folder -> 1L << 40, () -> NOW_MS);
        duty = new SalvageDuty(queue, topic, topic, store, Runnable::run);
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private SalvageManifest save(int step) throws IOException {
        SalvageSubject subject = new SalvageSubject(
                new PartitionId("west", new UUID(1, 2), 0),
                "orders",
                new EffectId(17, 12, step),
                SalvageReason.PREPARING,
                null,
                60);
        try (SalvageDraft draft = store.open(subject, 4)) {
            draft.append(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), 1, 1);
            return draft.seal(61);
        }
    }

    private void announced(SalvageManifest salvage, int nodeId) {
        topic.put(
                salvage.key(),
                new RecordValue.Salvage(
                        "orders",
                        new UUID(1, 2),
                        0,
                        17,
                        12,
                        SalvageReason.PREPARING,
                        null,
                        60,
                        61,
                        1,
                        1,
                        4,
                        0,
                        nodeId,
                        "h",
                        "/x",
                        1));
    }

    private Map<RecordKey.Salvage, RecordValue.Salvage> seen() {
        return topic.ask(StateView::salvages);
    }

    private void prune(String request, int nodeId, String... ids) {
        topic.put(
                new RecordKey.Request("west", request),
                new RecordValue.SalvagePruneRequest(nodeId, List.of(ids), NOW_MS + 1));
    }

    private RecordValue.Outcome outcome(String request) {
        RecordKey.RequestOutcome key = new RecordKey.RequestOutcome("west", request);
        await(() -> topic.ask(view -> view.get(key)).isPresent());
        return (RecordValue.Outcome) topic.ask(view -> view.get(key)).orElseThrow();
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(Duration.ofSeconds(20), condition)).isTrue();
    }

    @Test
    void atItsStartItAnnouncesWhatLiesThereAndForgetsWhatDoesNot() throws IOException {
        SalvageManifest present = save(1);
        SalvageManifest gone = save(2);
        SalvageManifest ofAnother = save(3);
        store.delete(gone);
        store.delete(ofAnother);
        announced(gone, 4);
        announced(ofAnother, 5);
        duty.start();
        await(() -> present.value().equals(seen().get(present.key())) && !seen().containsKey(gone.key()));
        assertThat(seen()).containsOnlyKeys(present.key(), ofAnother.key());
    }

    @Test
    void whatIsSavedIsAnnouncedAndWhatWasAnnouncedIsNotWrittenAgain() throws IOException {
        duty.start();
        SalvageManifest one = save(1);
        duty.saved();
        await(() -> seen().containsKey(one.key()));
        SalvageManifest two = save(2);
        duty.saved();
        await(() -> seen().containsKey(two.key()));
        assertThat(topic.writes()).hasSize(2).allMatch(batch -> batch.size() == 1);
    }

    @Test
    void anAnnouncementThatFailsIsRepeated() throws IOException {
        SalvageManifest one = save(1);
        topic.refuse(new StateTopicException(StateTopicException.Reason.TIMEOUT, "no leader"));
        duty.start();
        await(() -> topic.refused() > 0);
        topic.refuse(null);
        await(() -> seen().containsKey(one.key()));
    }

    @Test
    void whatIsAskedIsDeletedAndForgottenAndTheOutcomeSaysSo() throws IOException {
        SalvageManifest one = save(1);
        SalvageManifest two = save(2);
        duty.start();
        await(() -> seen().size() == 2);
        prune("other", 5, two.key().salvageId());
        prune("mine", 4, one.key().salvageId(), "orders-0/17-12-99", "../../west/orders-0/17-12-2");
        RecordValue.Outcome outcome = outcome("mine");
        assertThat(outcome.done()).isTrue();
        assertThat(outcome.nodeId()).isEqualTo(4);
        assertThat(outcome.details()).containsEntry("bytes", "4");
        assertThat(seen()).as("once the outcome is there").containsOnlyKeys(two.key());
        assertThat(store.list()).containsExactly(two);
        assertThat(topic.<Integer>ask(view -> view.openPrunes(5, NOW_MS).size()))
                .as("not ours")
                .isEqualTo(1);
    }

    @Test
    void whatCannotBeDeletedIsNamed() throws IOException {
        SalvageManifest one = save(1);
        Path file = Path.of(one.value().path());
        // A folder in the place of the draft that a deletion begins with; root may do all else.
        Files.createDirectories(
                file.resolveSibling(file.getFileName() + ".manifest.4.tmp").resolve("full"));
        duty.start();
        prune("mine", 4, one.key().salvageId());
        RecordValue.Outcome outcome = outcome("mine");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.details().get(one.key().salvageId())).contains(file.toString());
        assertThat(seen()).containsOnlyKeys(one.key());
    }
}
