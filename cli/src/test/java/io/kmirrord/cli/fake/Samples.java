// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.fake;

import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.statemachine.Cuts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Gaps;
import io.kmirrord.statemachine.Memory;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Touch;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.PartitionProgress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Records of the mirror west and others. */
public final class Samples {
    public static final long GENERATION = FakeCluster.NOW_MS - 3_600_000;
    public static final int EPOCH = 7;

    private Samples() {}

    public static StateRecord mirror(String name, String... includes) {
        return new StateRecord(
                new RecordKey.Mirror(name, 1, "op-0"),
                new RecordValue.Mirror(
                        Map.of("source.bootstrap.servers", name + "-source:9092"),
                        List.of(includes),
                        List.of(),
                        null,
                        GENERATION - 1,
                        false,
                        GENERATION - 1));
    }

    /** Returns the id that a topic of this name has in these samples. */
    public static UUID id(String topic) {
        return UUID.nameUUIDFromBytes(topic.getBytes(StandardCharsets.UTF_8));
    }

    public static StateRecord wish(String mirror, String topic, Desired desired) {
        return new StateRecord(
                new RecordKey.MirrorTopic(mirror, topic, GENERATION, 0, "op-0"),
                new RecordValue.MirrorTopic(id(topic), desired, false, false, GENERATION));
    }

    public static StateRecord state(String mirror, String topic, int partition, StateName state, int step) {
        return record(mirror, topic, partition, recorded(state, GENERATION, step, null, 0, -1));
    }

    public static StateRecord failed(
            String mirror, String topic, int partition, FailureCode code, int attempt, long nextRetryMs) {
        return record(
                mirror,
                topic,
                partition,
                recorded(StateName.FAILED, GENERATION, 9, new Failure(code, "broker 3 said so"), attempt, nextRetryMs));
    }

    public static StateRecord record(String mirror, String topic, int partition, Recorded recorded) {
        return new StateRecord(
                new RecordKey.MirrorPartitionState(
                        mirror, id(topic), partition, recorded.id().generation(), EPOCH),
                new RecordValue.MirrorPartitionState(topic, recorded));
    }

    /** Mirrors, and misses what the source removed. */
    public static StateRecord missing(String mirror, String topic, int partition, long from, long to) {
        return record(
                mirror,
                topic,
                partition,
                recorded(
                        StateName.MIRRORING,
                        GENERATION,
                        9,
                        Memory.beginning(null).withGap(from, to),
                        null,
                        0,
                        -1));
    }

    /** Mirrors, after cuts. */
    public static StateRecord cut(String mirror, String topic, int partition, long generation, Cuts cuts) {
        var memory = new Memory(Touch.MIRRORED, "source-cluster", null, null, 0, 0, EPOCH, Gaps.NONE, -1, cuts);
        return record(mirror, topic, partition, recorded(StateName.MIRRORING, generation, 30, memory, null, 0, -1));
    }

    public static Recorded recorded(
            StateName state, long generation, int step, @Nullable Failure failure, int attempt, long nextRetryMs) {
        return recorded(state, generation, step, Memory.beginning(null), failure, attempt, nextRetryMs);
    }

    private static Recorded recorded(
            StateName state,
            long generation,
            int step,
            Memory memory,
            @Nullable Failure failure,
            int attempt,
            long nextRetryMs) {
        var stopped = state == StateName.STOPPED;
        return new Recorded(
                new EffectId(generation, EPOCH, step),
                state,
                "",
                state == StateName.FAILED ? StateName.MIRRORING : state,
                memory,
                -1,
                stopped ? new Position("source-cluster", 5, 1200, 1 << 20, GENERATION) : null,
                stopped ? 1 << 20 : -1,
                stopped ? 1201 : -1,
                failure,
                attempt,
                nextRetryMs,
                GENERATION + 60_000);
    }

    /** Under id topic-partition/17-7-step. */
    public static StateRecord salvage(String mirror, String topic, int partition, int step, int node, long ageMs) {
        var id = topic + "-" + partition + "/17-" + EPOCH + "-" + step;
        return new StateRecord(
                new RecordKey.Salvage(mirror, id),
                new RecordValue.Salvage(
                        topic,
                        id(topic),
                        partition,
                        17,
                        EPOCH,
                        SalvageReason.PREPARING,
                        node == 2 ? "source-cluster" : null,
                        60,
                        80,
                        2,
                        18,
                        1_234,
                        0xfedc_ba98L,
                        node,
                        "host-" + node,
                        "/var/lib/kmirrord/salvage/" + mirror + "/" + id + ".log",
                        FakeCluster.NOW_MS - ageMs));
    }

    public static StateRecord heartbeat(int node, long ageMs) {
        return new StateRecord(
                new RecordKey.Heartbeat(node),
                new RecordValue.Heartbeat(1, "host-" + node, "0.1.0", true, FakeCluster.NOW_MS - ageMs));
    }

    public static TopicFacts facts(String topic, Integer... leaders) {
        return new TopicFacts(id(topic), Arrays.asList(leaders));
    }

    public static PartitionProgress progress(String mirror, String topic, int partition, long source, long local) {
        return new PartitionProgress(
                new PartitionId(mirror, id(topic), partition),
                topic,
                0,
                source,
                local,
                local,
                12,
                4096,
                "",
                FakeCluster.NOW_MS - 1_000);
    }
}
