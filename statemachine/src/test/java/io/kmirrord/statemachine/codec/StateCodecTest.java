// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.Cuts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.Gaps;
import io.kmirrord.statemachine.Memory;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Touch;
import io.kmirrord.statemachine.codec.Decoded.Cause;
import io.kmirrord.statemachine.codec.Decoded.Known;
import io.kmirrord.statemachine.codec.Decoded.Unreadable;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.decision.PlannedCut;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class StateCodecTest {
    private static final Path GOLDEN = Path.of("src/test/resources/io/kmirrord/statemachine/codec/records.jsonl");
    private static final UUID TOPIC = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    private final StateCodec codec = new StateCodec();

    private static List<StateRecord> everyType() {
        Memory memory = new Memory(
                Touch.CUT,
                "cluster-a",
                new Position("cluster-a", 5, 60, 1 << 20, 900),
                new PlannedCut(60, false, 7, 1 << 20),
                2,
                1_000,
                4,
                new Gaps(2, 150, 60, 100),
                1,
                new Cuts(
                        5,
                        70,
                        9_000,
                        List.of(new Cuts.Cut(new EffectId(3, 12, 5), SalvageReason.PREPARING, 60, 80, 18, 1_234))));
        Recorded failed = new Recorded(
                new EffectId(3, 12, 7),
                StateName.FAILED,
                "",
                StateName.PREPARING,
                memory,
                -1,
                null,
                -1,
                -1,
                new Failure(FailureCode.REPLICAS_LAG, "broker 3 ends at 70; the cut is at 60"),
                2,
                5_000,
                4_000);
        Recorded stopping = new Recorded(
                new EffectId(3, 1 << 20, 9),
                StateName.STOPPING,
                "MARKING",
                StateName.STOPPING,
                Memory.beginning(null),
                -1,
                new Position("cluster-a", -1, 0, 1 << 20, 0),
                1 << 20,
                61,
                null,
                0,
                -1,
                4_500);
        return List.of(
                new StateRecord(new RecordKey.Magic(), new RecordValue.Magic("kmirrord", 1)),
                new StateRecord(
                        new RecordKey.Mirror("west", 2, "op-1"),
                        new RecordValue.Mirror(
                                Map.of("bootstrap.servers", "a:9092", "on.gap", "fail"),
                                List.of("orders.*"),
                                List.of("orders.tmp"),
                                "cluster-a",
                                17,
                                false,
                                1_000)),
                new StateRecord(
                        new RecordKey.MirrorTopic("west", "orders", 17, 1, "op-2"),
                        new RecordValue.MirrorTopic(TOPIC, Desired.MIRRORING, true, false, 1_000)),
                new StateRecord(
                        new RecordKey.MirrorPartitionState("west", TOPIC, 0, 3, 12),
                        new RecordValue.MirrorPartitionState("orders", failed)),
                new StateRecord(
                        new RecordKey.MirrorPartitionState("west", TOPIC, 1, 3, 1 << 20),
                        new RecordValue.MirrorPartitionState("orders", stopping)),
                new StateRecord(
                        new RecordKey.Request("west", "r-1"),
                        new RecordValue.TopicRequest(
                                "orders", 17, TOPIC, 6, (short) -1, 30, Map.of("cleanup.policy", "compact"), 9_000)),
                new StateRecord(
                        new RecordKey.Request("west", "r-2"),
                        new RecordValue.EpochRequest("orders", 17, TOPIC, Map.of(0, 30, 4, 1 << 20), 9_000)),
                new StateRecord(
                        new RecordKey.Request("west", "r-5"),
                        new RecordValue.StartRequest(
                                List.of("orders", "pay.*"), List.of("pay-tmp"), 17, true, false, 9)),
                new StateRecord(
                        new RecordKey.Request("west", "r-6"),
                        new RecordValue.FenceRequest(
                                "orders", 17, TOPIC, FencePhase.STOPPING, List.of(0, 4), 12, true, 9_000)),
                new StateRecord(new RecordKey.Request("west", "r-3"), new RecordValue.CheckRequest(9_000)),
                new StateRecord(
                        new RecordKey.Request("west", "r-4"), new RecordValue.VerifyRequest(List.of("orders"), 9_000)),
                new StateRecord(
                        new RecordKey.RequestOutcome("west", "r-1"),
                        new RecordValue.Outcome(true, "created", 4, 2_000, Map.of("partitions", "6"))),
                new StateRecord(
                        new RecordKey.Operation("west", "op-2"),
                        new RecordValue.Operation("start", List.of("orders"), "User:ops", "bastion", "0.1.0", 1_000)),
                new StateRecord(
                        new RecordKey.OperationOutcome("west", "op-2"),
                        new RecordValue.Outcome(false, "topic is in mirror east", -1, 2_000, Map.of())),
                new StateRecord(
                        new RecordKey.Heartbeat(4), new RecordValue.Heartbeat(77, "host-4", "0.1.0", true, 2_000)),
                new StateRecord(new RecordKey.Heartbeat(5), null),
                new StateRecord(new RecordKey.RestoredFrom(TOPIC), new RecordValue.RestoredFrom(3_000)),
                new StateRecord(
                        new RecordKey.Salvage("west", "orders-0/17-12-7"),
                        new RecordValue.Salvage(
                                "orders",
                                TOPIC,
                                0,
                                17,
                                12,
                                SalvageReason.PREPARING,
                                "cluster-a",
                                60,
                                80,
                                2,
                                18,
                                1_234,
                                0xfedc_ba98L,
                                4,
                                "host-4",
                                "/var/lib/kmirrord/salvage/west/orders-0/17-12-7.log",
                                2_500)),
                new StateRecord(
                        new RecordKey.Request("west", "r-7"),
                        new RecordValue.SalvagePruneRequest(4, List.of("orders-0/17-12-7"), 9_000)),
                new StateRecord(
                        new RecordKey.Request("west", "r-8"), new RecordValue.ProducerIdRequest(5L << 40, 9_000)),
                new StateRecord(
                        new RecordKey.Lineage("west", "orders"),
                        new RecordValue.Lineage(List.of(new RecordValue.Hop("south", "cluster-c")), 2_650)),
                new StateRecord(
                        new RecordKey.GroupSync("west", "orders", 17),
                        new RecordValue.GroupSync(
                                5,
                                List.of(0, 1),
                                List.of("orders-0/17-12-7"),
                                List.of(new RecordValue.CutOwed("g", 0, 60)),
                                List.of("h"),
                                2_600)),
                new StateRecord(
                        new RecordKey.ConfigSync("west", "orders", 17),
                        new RecordValue.ConfigSync(
                                3,
                                Map.of("retention.ms", "604800000"),
                                Map.of(
                                        "retention.ms", new RecordValue.Shrink("1000", 2_650),
                                        "retention.bytes", new RecordValue.Shrink(null, 2_640)),
                                false,
                                2_660)),
                new StateRecord(
                        new RecordKey.AclSync("west", 17, "TOPIC", "PREFIXED", "orders-"),
                        new RecordValue.AclSync(
                                2, List.of(new RecordValue.Acl("User:app", "*", "READ", "ALLOW")), 2_670)),
                new StateRecord(
                        new RecordKey.SyncReport("west", "groups", 4),
                        new RecordValue.SyncReport(
                                List.of(new RecordValue.Skipped("group", "g", "GROUP_ACTIVE", "it has members")),
                                Map.of("GROUP_ACTIVE", 1),
                                2_700)),
                new StateRecord(
                        new RecordKey.Request("west", "r-9"), new RecordValue.PromoteRequest(List.of("orders"), 9_000)),
                new StateRecord(new RecordKey.Request("west", "r-10"), new RecordValue.SyncRequest(9_000)),
                new StateRecord(
                        new RecordKey.ShareGroupSync("west", "orders", 17),
                        new RecordValue.GroupSync(1, List.of(0), List.of(), List.of(), List.of(), 2_600)),
                new StateRecord(
                        new RecordKey.Request("west", "r-11"),
                        new RecordValue.DiffRequest(List.of("orders.*"), List.of("topics", "quotas"), 9_000)));
    }

    private String line(StateRecord record) {
        byte[] value = codec.encode(record.value());
        return text(codec.encode(record.key())) + " " + (value == null ? "null" : text(value));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void everyTypeIsWrittenAsTheGoldenFileSays() throws IOException {
        List<String> lines = everyType().stream().map(this::line).toList();
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.write(GOLDEN, lines);
        }
        assertThat(lines).isEqualTo(Files.readAllLines(GOLDEN));
        assertThat(everyType().stream()
                        .map(StateRecord::value)
                        .filter(Objects::nonNull)
                        .map(value -> value.getClass().getSimpleName())
                        .distinct()
                        .sorted())
                .as("every type is in the golden file")
                .containsExactlyElementsOf(StateCodec.valueTypes().toList());
    }

    @Test
    void everyTypeOfTheGoldenFileIsRead() throws IOException {
        List<StateRecord> expected = everyType();
        List<String> lines = Files.readAllLines(GOLDEN);
        for (int i = 0; i < lines.size(); i++) {
            int split = lines.get(i).indexOf("} ") + 1;
            String value = lines.get(i).substring(split + 1);
            Decoded decoded =
                    codec.decode(bytes(lines.get(i).substring(0, split)), value.equals("null") ? null : bytes(value));
            assertThat(decoded).isEqualTo(new Known(expected.get(i)));
        }
    }

    @Test
    void fieldsOfANewerReleaseAreIgnored() {
        String value = "{\"type\":\"Heartbeat\",\"v\":1,\"beat\":1,\"host\":\"h\",\"daemonVersion\":\"9\","
                + "\"bridgeLinked\":true,\"atMs\":5,\"mood\":{\"good\":[1,2]}}";
        assertThat(codec.decode(bytes("{\"type\":\"Heartbeat\",\"v\":1,\"nodeId\":4}"), bytes(value)))
                .isEqualTo(new Known(
                        new StateRecord(new RecordKey.Heartbeat(4), new RecordValue.Heartbeat(1, "h", "9", true, 5))));
    }

    @Test
    void aStateWithoutWhatMemoryLearnedLaterIsRead() throws IOException {
        String line = Files.readAllLines(GOLDEN).get(4);
        int split = line.indexOf("} ") + 1;
        String value = line.substring(split + 1);
        String older = value.replace(
                ",\"gaps\":{\"count\":0,\"offsets\":0,\"from\":-1,\"to\":-1},\"failedRevision\":-1,\"cuts\":{\"count\":0,\"records\":0,\"bytes\":0,\"newest\":[]}",
                "");
        assertThat(older).isNotEqualTo(value);
        assertThat(codec.decode(bytes(line.substring(0, split)), bytes(older)))
                .isEqualTo(new Known(everyType().get(4)));
    }

    @Test
    void aGroupSyncWithoutWhatIsNewerIsReadAndOlderThanWhatFollows() {
        String key = "{\"type\":\"GroupSync\",\"v\":1,\"mirror\":\"west\",\"topic\":\"orders\",\"generation\":17}";
        String older = "{\"type\":\"GroupSync\",\"v\":1,\"partitions\":[0,1],"
                + "\"cutsFollowed\":[\"orders-0/17-12-7\"],\"atMs\":2600}";
        RecordValue.GroupSync read =
                new RecordValue.GroupSync(3, List.of(0, 1), List.of("orders-0/17-12-7"), List.of(), List.of(), 2_600);
        assertThat(codec.decode(bytes(key), bytes(older)))
                .isEqualTo(new Known(new StateRecord(new RecordKey.GroupSync("west", "orders", 17), read)));
    }

    private Cause cause(String key, String value) {
        return ((Unreadable) codec.decode(bytes(key), bytes(value))).cause();
    }

    @Test
    void whatCannotBeReadIsNamedAndNeverThrows() {
        String key = "{\"type\":\"Heartbeat\",\"v\":1,\"nodeId\":4}";
        assertThat(cause("{\"type\":\"Shadow\",\"v\":1}", "{}")).isEqualTo(Cause.UNKNOWN_TYPE);
        assertThat(cause(key, "{\"type\":\"Heartbeat\",\"v\":2}")).isEqualTo(Cause.UNKNOWN_VERSION);
        assertThat(cause(key, "{\"type\":\"Heartbeat\",\"v\":0}")).isEqualTo(Cause.UNKNOWN_VERSION);
        assertThat(cause(key, "{\"type\":\"Heartbeat\",\"v\":1}")).isEqualTo(Cause.MALFORMED);
        assertThat(cause(key, "{\"type\":\"Magic\",\"v\":1,\"format\":\"kmirrord\",\"formatVersion\":1}"))
                .as("a value under a foreign key")
                .isEqualTo(Cause.MALFORMED);
        for (String poison : List.of("", "null", "[]", "{", "7", "\u0000\u0001", "{\"v\":1}", "{\"type\":1,\"v\":1}")) {
            assertThat(cause(key, poison)).as(poison).isEqualTo(Cause.MALFORMED);
            assertThat(cause(poison, "{}")).as(poison).isEqualTo(Cause.MALFORMED);
        }
        assertThat(codec.decode(null, bytes("{}"))).isInstanceOf(Unreadable.class);
        assertThat(cause("{\"type\":\"MirrorPartitionState\",\"v\":1,\"mirror\":\"\",\"topicId\":\"x\"}", "{}"))
                .isEqualTo(Cause.MALFORMED);
    }
}
