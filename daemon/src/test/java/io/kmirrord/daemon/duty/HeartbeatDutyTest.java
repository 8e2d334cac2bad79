// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.fake.FakeBridge;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HeartbeatDutyTest {
    private final FakeBridge bridge = new FakeBridge();
    private final FakeStateTopic topic = new FakeStateTopic();
    private final EventQueue queue = new EventQueue("kmirrord-duty");
    private final AtomicLong clock = new AtomicLong(1_000_000);

    @AfterEach
    void close() {
        queue.close();
    }

    private void start() {
        new HeartbeatDuty(queue, bridge, topic, new HeartbeatDuty.Self(3, "host", "1.0"), clock::get).start();
    }

    private void awaitBeat(Predicate<RecordValue.Heartbeat> wanted) {
        assertThat(Poll.until(Duration.ofSeconds(10), () -> {
                    RecordValue.Heartbeat beat =
                            topic.ask(view -> view.heartbeats().get(3));
                    return beat != null && wanted.test(beat);
                }))
                .isTrue();
    }

    private static Response.Hello hello(@Nullable String adapter, boolean fence) {
        return new Response.Hello(
                1, "1.0", "4.4.0", "cluster", 3, Set.of(Response.Role.BROKER), adapter, List.of(), false, fence);
    }

    @Test
    void linkedMeansAnAdapterAndAnInstalledFence() {
        start();
        awaitBeat(beat -> !beat.bridgeLinked() && beat.host().equals("host"));
        bridge.hello(hello("4.4", true));
        awaitBeat(RecordValue.Heartbeat::bridgeLinked);
        bridge.hello(hello("4.4", false));
        awaitBeat(beat -> !beat.bridgeLinked());
        bridge.hello(hello("4.4", true));
        awaitBeat(RecordValue.Heartbeat::bridgeLinked);
        bridge.hello(hello(null, true));
        awaitBeat(beat -> !beat.bridgeLinked());
    }

    @Test
    void theCountGrowsWhateverTheClockDoes() {
        start();
        awaitBeat(beat -> beat.beat() > 1_000_000);
        long first = topic.ask(view -> view.heartbeats().get(3)).beat();
        clock.addAndGet(-500_000);
        awaitBeat(beat -> beat.beat() > first);
        clock.addAndGet(HeartbeatDuty.INTERVAL.toMillis());
        awaitBeat(beat -> beat.beat() > first + 1);
        assertThat(topic.writes()).hasSize(3);
    }

    @Test
    void aFailedWriteIsFollowedByTheNextBeat() {
        topic.refuse(new StateTopicException(StateTopicException.Reason.LOST, "gone"));
        start();
        topic.refuse(null);
        clock.addAndGet(HeartbeatDuty.INTERVAL.toMillis());
        awaitBeat(beat -> beat.atMs() >= 1_000_000 + HeartbeatDuty.INTERVAL.toMillis());
    }
}
