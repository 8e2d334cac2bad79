// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.duty;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.duty.RequestLink;
import io.kmirrord.daemon.duty.controller.ControllerDuty;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateWriter;
import io.kmirrord.testkit.cluster.KafkaNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The controller's duty beside each node of a cluster, in this process, and one who asks. Not thread-safe. */
final class DutyNodes implements AutoCloseable {
    static final String MIRROR = "dr";
    /** Number of the asking node, beside which no duty runs. */
    private static final int ASKING = 900;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final StateTopic topic;
    private final RequestLink link;

    DutyNodes(BridgeCluster cluster) throws Exception {
        StateTopicConfig config = StateTopicConfig.of(cluster.kafka().bootstrapServers());
        topic = opened(StateTopic.open(config, true).get(60, TimeUnit.SECONDS));
        StateWriter writer = opened(StateWriter.transactional(config, topic, ASKING));
        writer.write(List.of(new StateRecord(
                        new RecordKey.Mirror(MIRROR, 1, "op"),
                        new RecordValue.Mirror(Map.of(), List.of(), List.of(), null, 1, false, 0))))
                .get(60, TimeUnit.SECONDS);
        for (KafkaNode node : cluster.kafka().controllers()) {
            run(cluster, config, node.id());
        }
        EventQueue queue = opened(new EventQueue("it-asking"));
        link = opened(new RequestLink(queue, topic, writer, ASKING, System::currentTimeMillis));
        link.start();
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    private void run(BridgeCluster cluster, StateTopicConfig config, int node) {
        StateWriter writer = opened(StateWriter.transactional(config, topic, node));
        EventQueue queue = opened(new EventQueue("it-duty-" + node));
        ControllerDuty duty = new ControllerDuty(new ControllerDuty.Parts(
                queue,
                cluster.client(node),
                topic,
                writer,
                node,
                new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1)),
                System::currentTimeMillis,
                new SplittableRandom(node)));
        duty.start();
        cluster.client(node).watch(new BridgeClient.WatchListener() {
            @Override
            public void onUpdate(Response.WatchUpdate update) {
                queue.post(() -> duty.controllerEpoch(update.controllerEpoch()));
            }

            @Override
            public void onDisconnected() {
                queue.post(() -> duty.controllerEpoch(-1));
            }
        });
    }

    CompletableFuture<RecordValue.Outcome> ask(RecordValue.Request request) {
        return link.ask(MIRROR, request);
    }

    /** Number of requests and outcomes that the topic holds. */
    int leftOver() throws Exception {
        return topic.readToEnd(view -> view.records().stream()
                        .filter(record -> record.key() instanceof RecordKey.Request
                                || record.key() instanceof RecordKey.RequestOutcome)
                        .toList()
                        .size())
                .get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            AutoCloseable resource = opened.pop();
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close " + resource, e);
            }
        }
    }
}
