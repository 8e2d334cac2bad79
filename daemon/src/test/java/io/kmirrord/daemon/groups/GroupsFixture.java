// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.daemon.fake.FakeCommits;
import io.kmirrord.daemon.fake.FakeGroups;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.fake.RecordedStates;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;

/** A mirror of topic {@code a} with a partition from 10 to 100 and an empty one, its groups on both sides, and who may commit. */
final class GroupsFixture {
    static final String MIRROR = "m";
    static final UUID A = new UUID(1, 1);
    static final TopicPartition A0 = new TopicPartition("a", 0);
    static final TopicPartition A1 = new TopicPartition("a", 1);

    final FakeStateTopic topic = new FakeStateTopic();
    final FakeGroups source = new FakeGroups();
    final FakeGroups here = new FakeGroups();
    final AtomicReference<Object> holder = new AtomicReference<>();

    GroupsFixture(Map<String, String> settings) {
        Map<String, String> config = new java.util.HashMap<>(settings);
        config.put("source.bootstrap.servers", "source:9092");
        topic.put(
                new RecordKey.Mirror(MIRROR, 1, "op"),
                new RecordValue.Mirror(config, List.of("a"), List.of(), "source", 1, false, 0));
        generation(7);
        here.log(A0, 10, 100);
        here.log(A1, 0, 0);
    }

    /** Begins a generation in which both partitions are MIRRORING. */
    void generation(long generation) {
        topic.put(
                new RecordKey.MirrorTopic(MIRROR, "a", generation, 0, "op"),
                new RecordValue.MirrorTopic(A, Desired.MIRRORING, false, false, 0));
        state(A0, generation, StateName.MIRRORING);
        state(A1, generation, StateName.MIRRORING);
    }

    /** Of one leadership; to be called with states further on only. */
    void state(TopicPartition partition, long generation, StateName state) {
        StateRecord record = RecordedStates.of(MIRROR, "a", A, partition.partition(), generation, state, null);
        topic.put(record.key(), record.value());
    }

    void cut(TopicPartition partition, long generation, long to) {
        String id = partition + "/" + generation + "-5-" + to;
        topic.put(
                new RecordKey.Salvage(MIRROR, id),
                new RecordValue.Salvage(
                        "a",
                        A,
                        partition.partition(),
                        generation,
                        5,
                        SalvageReason.ULE_RECOVERY,
                        "source",
                        to,
                        to + 4,
                        1,
                        4,
                        100,
                        0,
                        1,
                        "host",
                        "/salvage",
                        0));
    }

    /** Returns what follows groups, confined to a queue. */
    GroupSync sync(EventQueue queue, GroupCommits holder, GroupType type, int node) {
        return new GroupSync(new GroupSync.Parts(
                queue,
                topic,
                topic,
                () -> CompletableFuture.completedFuture(source),
                here,
                holder,
                type,
                MIRROR,
                node,
                () -> 1_000));
    }

    /** Makes a round, and returns what it skipped. */
    static List<Skipped> round(EventQueue queue, GroupSync of) {
        return CompletableFuture.completedFuture(of)
                .thenComposeAsync(GroupSync::now, queue::post)
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    FakeCommits commits() {
        return new FakeCommits(here, holder);
    }

    static CommittedOffset at(long offset, int epoch) {
        return new CommittedOffset(offset, epoch, "");
    }
}
