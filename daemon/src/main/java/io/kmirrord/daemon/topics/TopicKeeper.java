// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.topics;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.config.MirrorConfig;
import io.kmirrord.daemon.duty.mirror.ConfigFilter;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.daemon.source.TopicConfigs;
import io.kmirrord.protocol.Backoff;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the controller's duties for all topics of the mirror while the local node is the active controller. What it
 * remembers is of that term only; a predecessor's work is found in the metadata. Idempotent: in a steady state nothing
 * is written. Confined to its queue.
 */
public final class TopicKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(TopicKeeper.class);

    private final EventQueue queue;
    private final BridgeClient bridge;
    private final TopicConfigs configs;
    private final MirrorConfig mirror;
    private final Backoff backoff;
    private final RandomGenerator random;
    private final Map<String, TopicDuty> duties = new HashMap<>();
    private SourceView view = SourceView.NONE;
    /** Null: to be asked for. */
    private @Nullable Map<UUID, Fence> fences;

    private boolean asking;
    private int term = -1;

    public TopicKeeper(
            EventQueue queue,
            BridgeClient bridge,
            TopicConfigs configs,
            MirrorConfig mirror,
            Backoff backoff,
            RandomGenerator random) {
        this.queue = queue;
        this.bridge = bridge;
        this.configs = configs;
        this.mirror = mirror;
        this.backoff = backoff;
        this.random = random;
    }

    /** The node became, or ceased to be (-1), the active controller. To be called on the queue. */
    public void controllerEpoch(int epoch) {
        term = epoch;
        duties.clear();
        fences = null;
        asking = false;
        LOG.info(epoch < 0 ? "not the active controller" : "beside the active controller, epoch {}", epoch);
        work();
    }

    /** A newer view of the source. To be called on the queue. */
    public void view(SourceView now) {
        view = now;
        work();
    }

    private void work() {
        if (term < 0 || view.obstacle() != null) {
            return;
        }
        Map<UUID, Fence> known = fences;
        if (known == null) {
            askFences();
            return;
        }
        view.topics().forEach((name, topic) -> {
            TopicDuty duty = duties.computeIfAbsent(name, key -> new TopicDuty());
            if (!duty.busy) {
                act(duty, topic, TopicDecision.decide(mirror.ref(), topic, known.get(topic.id()), duty.floors));
            }
        });
    }

    private void askFences() {
        if (asking) {
            return;
        }
        asking = true;
        then(bridge.send(new Request.Describe(List.of()), Response.Description.class), (description, problem) -> {
            asking = false;
            if (description != null) {
                fences = new HashMap<>(description.fences());
                work();
            } else {
                LOG.warn("fences cannot be read, tries again: {}", text(problem));
                queue.schedule(this::work, backoff.delay(3, random));
            }
        });
    }

    private void act(TopicDuty duty, SourceTopic topic, TopicDecision decision) {
        if (decision instanceof TopicDecision.Create create) {
            duty.busy = true;
            readConfigs(duty, topic, create.firstLeaderEpoch());
        } else if (decision instanceof TopicDecision.Raise raise) {
            duty.busy = true;
            raise(duty, topic, raise.minEpochs());
        } else if (decision instanceof TopicDecision.Refuse refuse) {
            complain(duty, topic.name(), refuse.reason());
        }
    }

    private void readConfigs(TopicDuty duty, SourceTopic topic, int firstEpoch) {
        then(configs.ownConfigs(topic.name()), (own, problem) -> {
            if (own != null) {
                create(duty, topic, firstEpoch, ConfigFilter.configs(own, mirror.topicConfigs()));
            } else {
                complain(duty, topic.name(), "its configs cannot be read at the source: " + text(problem));
                later(duty);
            }
        });
    }

    private void create(TopicDuty duty, SourceTopic topic, int firstEpoch, Map<String, String> topicConfigs) {
        Fence fence = new Fence(mirror.ref().mirror(), mirror.ref().generation(), Phase.MIRRORING, -1, new TreeMap<>());
        Request.CreateTopic request = new Request.CreateTopic(
                topic.id(),
                topic.name(),
                topic.partitions().size(),
                mirror.replicationFactor(),
                firstEpoch,
                topicConfigs,
                fence);
        then(bridge.send(request, Response.Written.class), (written, problem) -> {
            if (written != null) {
                LOG.info(
                        "{} created with {} partitions, first leader epoch {}, configs {}",
                        topic.name(),
                        request.partitions(),
                        firstEpoch,
                        topicConfigs);
                topic.partitions().keySet().forEach(number -> duty.floors.put(number, firstEpoch));
                if (fences != null) {
                    fences.put(topic.id(), fence);
                }
                succeeded(duty);
                return;
            }
            complain(duty, topic.name(), "it was not created: " + text(problem) + advice(problem));
            // Whether it was done is not always known, and EXISTS may be our own work: what is there says it.
            fences = null;
            later(duty);
        });
    }

    private void raise(TopicDuty duty, SourceTopic topic, Map<Integer, Integer> minEpochs) {
        Request.EnsureEpoch request = new Request.EnsureEpoch(mirror.ref(), topic.id(), minEpochs);
        then(bridge.send(request, Response.Written.class), (written, problem) -> {
            if (written != null) {
                minEpochs.forEach((number, epoch) -> duty.floors.merge(number, epoch, Math::max));
                LOG.debug("{} leader epochs are at least {}", topic.name(), minEpochs);
                succeeded(duty);
            } else if (code(problem) == ErrorCode.UNKNOWN_PARTITION) {
                unknownPartition(duty, topic, minEpochs, problem);
            } else {
                complain(duty, topic.name(), "its leader epochs cannot be raised: " + text(problem));
                later(duty);
            }
        });
    }

    /** The source has more partitions than we have, or the topic was deleted here: one by one tells which. */
    private void unknownPartition(
            TopicDuty duty, SourceTopic topic, Map<Integer, Integer> minEpochs, @Nullable Throwable problem) {
        if (minEpochs.size() > 1) {
            int[] left = {minEpochs.size()};
            minEpochs.forEach((number, epoch) -> then(
                    bridge.send(
                            new Request.EnsureEpoch(mirror.ref(), topic.id(), Map.of(number, epoch)),
                            Response.Written.class),
                    (written, failure) -> {
                        if (written != null || code(failure) == ErrorCode.UNKNOWN_PARTITION) {
                            duty.floors.put(number, written != null ? epoch : Integer.MAX_VALUE);
                        }
                        if (--left[0] == 0) {
                            complain(duty, topic.name(), text(problem) + ": what is missing here is not copied");
                            duty.busy = false;
                        }
                    }));
            return;
        }
        minEpochs.keySet().forEach(number -> duty.floors.put(number, Integer.MAX_VALUE));
        complain(duty, topic.name(), text(problem) + ": it is not copied");
        duty.busy = false;
    }

    private void succeeded(TopicDuty duty) {
        duty.failures = 0;
        duty.problem = "";
        duty.busy = false;
        work();
    }

    private void later(TopicDuty duty) {
        duty.failures++;
        queue.schedule(
                () -> {
                    duty.busy = false;
                    work();
                },
                backoff.delay(duty.failures, random).plus(Duration.ofMillis(1)));
    }

    private static void complain(TopicDuty duty, String topic, String problem) {
        if (!problem.equals(duty.problem)) {
            LOG.error("{} FAILED: {}", topic, problem);
            duty.problem = problem;
        }
    }

    private static String advice(@Nullable Throwable problem) {
        return code(problem) == ErrorCode.EXISTS
                ? ". Nothing was touched: delete or rename the topic at the destination, or take it out of 'topics'"
                : "";
    }

    private static @Nullable ErrorCode code(@Nullable Throwable problem) {
        return unwrap(problem) instanceof BridgeException refusal ? refusal.code() : null;
    }

    private static String text(@Nullable Throwable problem) {
        Throwable cause = unwrap(problem);
        return cause instanceof BridgeException refusal
                ? refusal.code() + ", " + refusal.getMessage()
                : String.valueOf(cause == null ? null : cause.getMessage());
    }

    private static @Nullable Throwable unwrap(@Nullable Throwable problem) {
        return problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
    }

    /** Carries an answer to the queue, unless the term is over by then. */
    private <T> void then(CompletableFuture<T> future, EventQueue.Outcome<T> outcome) {
        int mine = term;
        queue.then(future, (value, problem) -> {
            if (mine == term) {
                outcome.take(value, problem);
            }
        });
    }
}
