// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statetopic.SalvageManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SalvageStoreTest {
    private static final UUID TOPIC = new UUID(1, 2);

    @TempDir
    Path base;

    private final AtomicLong free = new AtomicLong(1L << 40);

    private SalvageStore store(int nodeId) {
        return new SalvageStore(
                base.resolve("salvage"),
                new SalvageStore.Owner(nodeId, "host-" + nodeId),
                folder -> free.get(),
                () -> 7_000);
    }

    private static SalvageSubject subject(int step) {
        return new SalvageSubject(
                new PartitionId("west", TOPIC, 3),
                "orders",
                new EffectId(17, 12, step),
                SalvageReason.PREPARING,
                "cluster-a",
                60);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static SalvageManifest save(SalvageStore store, int step) throws IOException {
        try (SalvageDraft draft = store.open(subject(step), 10)) {
            draft.append(bytes("first "), 1, 7);
            draft.append(bytes("second"), 2, 8);
            return draft.seal(80);
        }
    }

    private List<String> files() throws IOException {
        Path dir = base.resolve("salvage");
        if (!Files.exists(dir)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(dir)) {
            return walk.filter(Files::isRegularFile)
                    .map(path -> dir.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theManifestSaysWhatLiesThereAndWhy() throws IOException {
        SalvageStore store = store(4);
        SalvageManifest made = save(store, 7);
        assertThat(made.key().mirror()).isEqualTo("west");
        assertThat(made.key().salvageId()).isEqualTo("orders-3/17-12-7");
        Path file = Path.of(made.value().path());
        assertThat(file).isEqualTo(base.resolve("salvage/west/orders-3/17-12-7.log"));
        assertThat(file).hasContent("first second");
        CRC32C crc = new CRC32C();
        crc.update(Files.readAllBytes(file));
        assertThat(made.value().crc32c()).isEqualTo(crc.getValue());
        assertThat(made.value())
                .extracting(
                        value -> value.bytes(),
                        value -> value.batches(),
                        value -> value.records(),
                        value -> value.fromOffset(),
                        value -> value.endOffset(),
                        value -> value.sourceClusterId(),
                        value -> value.host())
                .containsExactly(12L, 3L, 15L, 60L, 80L, "cluster-a", "host-4");
        assertThat(store.list()).containsExactly(made);
        assertThat(files()).containsExactly("west/orders-3/17-12-7.log", "west/orders-3/17-12-7.log.manifest");
    }

    @Test
    void whatWasSavedIsNeverWrittenTo() throws IOException {
        SalvageStore store = store(4);
        SalvageManifest first = save(store, 7);
        SalvageManifest second = save(store, 7);
        assertThat(second.key().salvageId()).isEqualTo("orders-3/17-12-7-2");
        assertThat(store.list()).containsExactlyInAnyOrder(first, second);
    }

    @Test
    void aDraftThatIsGivenUpLeavesNothing() throws IOException {
        SalvageStore store = store(4);
        try (SalvageDraft draft = store.open(subject(7), 10)) {
            draft.append(bytes("half"), 1, 1);
            assertThat(store.list()).isEmpty();
            assertThat(files()).hasSize(1);
        }
        assertThat(files()).isEmpty();
    }

    /** Each state in which a crash can leave the folder. */
    @Test
    void whatACrashLeftIsNoSalvageAndIsRemovedByTheNextOne() throws IOException {
        SalvageManifest whole = save(store(4), 1);
        Path folder = base.resolve("salvage/west/orders-3");
        Files.writeString(folder.resolve("17-12-2.log.4.tmp"), "while data are written");
        Files.writeString(folder.resolve("17-12-3.log.4.tmp"), "data without their name");
        Files.writeString(folder.resolve("17-12-3.log.manifest.4.tmp"), "{");
        Files.writeString(folder.resolve("17-12-4.log"), "data without manifest");
        Files.writeString(folder.resolve("17-12-4.log.manifest.4.tmp"), whole.text());
        Files.writeString(folder.resolve("17-12-5.log.manifest.4.tmp"), "deleted but for this");
        Files.writeString(folder.resolve("17-12-6.log.5.tmp"), "another daemon is at it");
        SalvageStore after = store(4);
        assertThat(after.list()).containsExactly(whole);
        save(after, 9);
        assertThat(files())
                .containsExactly(
                        "west/orders-3/17-12-1.log",
                        "west/orders-3/17-12-1.log.manifest",
                        "west/orders-3/17-12-6.log.5.tmp",
                        "west/orders-3/17-12-9.log",
                        "west/orders-3/17-12-9.log.manifest");
    }

    @Test
    void aDraftOfThisDaemonIsNoLeftover() throws IOException {
        SalvageStore store = store(4);
        try (SalvageDraft draft = store.open(subject(7), 10)) {
            draft.append(bytes("half"), 1, 1);
            save(store, 8);
            store.removeLeftovers();
            draft.append(bytes("half"), 1, 1);
            draft.seal(80);
        }
        assertThat(store.list()).hasSize(2);
    }

    @Test
    void nodesThatShareAFolderSeeTheirOwn() throws IOException {
        SalvageManifest one = save(store(4), 7);
        SalvageManifest two = save(store(5), 8);
        assertThat(store(4).list()).containsExactly(one);
        assertThat(store(5).list()).containsExactly(two);
    }

    @Test
    void whatIsNotWholeIsNotListed() throws IOException {
        SalvageManifest cutOff = save(store(4), 7);
        Files.writeString(Path.of(cutOff.value().path()), "first");
        SalvageManifest torn = save(store(4), 8);
        Files.writeString(SalvageStore.manifestOf(Path.of(torn.value().path())), "{");
        assertThat(store(4).list()).isEmpty();
    }

    @Test
    void deletingTakesDataAndManifest() throws IOException {
        SalvageStore store = store(4);
        SalvageManifest one = save(store, 7);
        SalvageManifest two = save(store, 8);
        store.delete(one);
        assertThat(store.list()).containsExactly(two);
        assertThat(files()).hasSize(2);
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingIsWritten() throws IOException {
        free.set(SalvageDisk.RESERVE_BYTES + 99);
        assertThatThrownBy(() -> store(4).open(subject(7), 100))
                .isInstanceOf(SalvageException.class)
                .hasMessageContaining((SalvageDisk.RESERVE_BYTES + 99) + " bytes are free")
                .hasMessageContaining((SalvageDisk.RESERVE_BYTES + 100) + " are needed")
                .hasMessageContaining("mirrorctl salvage prune");
        assertThat(files()).isEmpty();
    }

    @Test
    void aDiskThatFillsMeanwhileEndsTheSalvage() throws IOException {
        SalvageStore store = store(4);
        try (SalvageDraft draft = store.open(subject(7), 10)) {
            draft.append(bytes("half"), 1, 1);
            free.set(SalvageDisk.RESERVE_BYTES);
            assertThatThrownBy(() -> draft.append(bytes("half"), 1, 1)).isInstanceOf(SalvageException.class);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void aLogDirectoryOfABrokerIsRefused() throws IOException {
        Files.writeString(base.resolve("meta.properties"), "version=1");
        assertThatThrownBy(() -> store(4).open(subject(7), 1))
                .isInstanceOf(SalvageException.class)
                .hasMessageContaining(base.toString())
                .hasMessageContaining("set salvage.dir");
        assertThat(files()).isEmpty();
    }
}
