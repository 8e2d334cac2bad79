// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.fake.RecordedStates;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Records of a state topic in memory, as operators and daemons write them. */
final class States {
    private final FakeStateTopic topic;

    States(FakeStateTopic topic) {
        this.topic = topic;
    }

    void mirror(String name, @Nullable String clusterId, List<String> includes, List<String> excludes) {
        mirror(name, 1, clusterId, Map.of(), includes, excludes);
    }

    /** Gives the mirror further settings. */
    void configure(String name, @Nullable String clusterId, Map<String, String> config, List<String> includes) {
        mirror(name, 2, clusterId, config, includes, List.of());
    }

    private void mirror(
            String name,
            int revision,
            @Nullable String clusterId,
            Map<String, String> config,
            List<String> includes,
            List<String> excludes) {
        Map<String, String> all = new HashMap<>(config);
        all.put("source.bootstrap.servers", "source:9092");
        all.put("topic.config.segment.bytes", "1048576");
        topic.put(
                new RecordKey.Mirror(name, revision, "op"),
                new RecordValue.Mirror(all, includes, excludes, clusterId, 1, false, 0));
    }

    void wish(String mirror, String name, @Nullable UUID id, long generation, int revision, Desired desired) {
        topic.put(
                new RecordKey.MirrorTopic(mirror, name, generation, revision, "op"),
                new RecordValue.MirrorTopic(id, desired, false, false, 0));
    }

    void state(String mirror, String name, UUID id, int partition, long generation, StateName state) {
        StateRecord record = RecordedStates.of(mirror, name, id, partition, generation, state, null);
        topic.put(record.key(), record.value());
    }

    void failed(String mirror, String name, UUID id, int partition, long generation, FailureCode code) {
        StateRecord record = RecordedStates.failed(mirror, name, id, partition, generation, new Failure(code, "so"));
        topic.put(record.key(), record.value());
    }

    void beat(int node, long beat, boolean linked) {
        topic.put(new RecordKey.Heartbeat(node), new RecordValue.Heartbeat(beat, "host", "1.0", linked, 0));
    }

    MirrorFacts facts(String mirror) {
        return topic.ask(view -> MirrorFacts.read(view, mirror, 0).orElseThrow());
    }
}
