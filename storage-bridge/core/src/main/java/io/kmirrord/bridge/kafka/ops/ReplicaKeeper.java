// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.kafka.FenceView;
import io.kmirrord.bridge.kafka.ImageListener;
import io.kmirrord.bridge.kafka.KnownReplicas;
import io.kmirrord.bridge.kafka.KnownReplicasText.Place;
import io.kmirrord.bridge.wire.BridgeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.TopicDelta;
import org.apache.kafka.image.TopicImage;
import org.apache.kafka.image.TopicsDelta;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On the active controller, records which replicas of mirrored topics joined, came in sync and left (F16). The thread
 * that publishes metadata only compares; a thread of the bridge asks the controller to write, which decides anew from
 * what it has then. What fails is tried again with the next image, which comes twice a second at least. Thread-safe.
 */
final class ReplicaKeeper implements ImageListener {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.replicas");
    private static final int PLACES_PER_EVENT = 200;

    private final BrokerNode node;
    private final Pacer pacer;
    private final ExecutorService executor;
    private final Object lock = new Object();
    private final Set<Place> waiting = new LinkedHashSet<>();
    private boolean working;
    private @Nullable String lastFailure;
    /** Claim under which everything was looked at; of the thread that publishes metadata. */
    private int scannedClaim = -1;

    /** Looked up with the first use: earlier the classes might not be woven yet. */
    private static final class Members {
        static final ControllerMembers INSTANCE = new ControllerMembers();
    }

    ReplicaKeeper(BrokerNode node, Pacer pacer) {
        this.node = node;
        this.pacer = pacer;
        this.executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "kmirrord-bridge-replicas");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void onImage(MetadataDelta delta, MetadataImage image) {
        QuorumController controller = node.controllerOrNull();
        int claim = controller == null ? -1 : controller.curClaimEpoch();
        Set<Place> found = new HashSet<>();
        if (claim >= 0 && claim != scannedClaim) {
            findAll(image, found);
        } else if (claim >= 0 && node.fences().anyFence()) {
            findChanged(delta.topicsDelta(), found);
        }
        scannedClaim = claim;
        synchronized (lock) {
            if (claim < 0) {
                waiting.clear();
                return;
            }
            waiting.addAll(found);
            if (!waiting.isEmpty() && !working) {
                working = true;
                executor.execute(this::work);
            }
        }
    }

    /** A controller that became active does not know what its predecessor left undone. */
    private void findAll(MetadataImage image, Set<Place> found) {
        for (UUID id : node.fences().fences().keySet()) {
            TopicImage topic = image.topics().getTopic(TopicRules.uuid(id));
            if (topic != null) {
                topic.partitions()
                        .forEach((partition, now) -> addIfChanged(node.fences(), topic.id(), partition, now, found));
            }
        }
        for (Place place : node.fences().replicaPlaces()) {
            TopicImage topic = image.topics().getTopic(place.topicId());
            if (topic == null || place.firstPartition() >= topic.partitions().size()) {
                found.add(place);
            }
        }
    }

    private void findChanged(@Nullable TopicsDelta delta, Set<Place> found) {
        if (delta == null) {
            return;
        }
        for (Map.Entry<Uuid, TopicDelta> topic : delta.changedTopics().entrySet()) {
            Uuid id = topic.getKey();
            if (node.fences().fence(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits())) != null) {
                topic.getValue()
                        .partitionChanges()
                        .forEach((partition, now) -> addIfChanged(node.fences(), id, partition, now, found));
            }
        }
        if (!delta.deletedTopicIds().isEmpty()) {
            node.fences().replicaPlaces().stream()
                    .filter(place -> delta.deletedTopicIds().contains(place.topicId()))
                    .forEach(found::add);
        }
    }

    private static void addIfChanged(
            FenceView fences, Uuid topicId, int partition, PartitionRegistration now, Set<Place> found) {
        KnownReplicas known = fences.replicas(topicId, partition);
        if (known == null || !KnownReplicas.next(known, now).equals(known)) {
            found.add(Place.of(topicId, partition));
        }
    }

    private void work() {
        while (true) {
            List<Place> places = take();
            if (places.isEmpty()) {
                return;
            }
            try {
                LockSupport.parkNanos(pacer.reserve(places.size(), System.nanoTime()));
                new ControllerEvents(node, Members.INSTANCE)
                        .write("KnownReplicas", (controller, version) -> decide(controller, places));
                lastFailure = null;
            } catch (BridgeException | RuntimeException e) {
                failed(places, e);
                return;
            }
        }
    }

    private List<Place> take() {
        synchronized (lock) {
            List<Place> places = waiting.stream().limit(PLACES_PER_EVENT).toList();
            places.forEach(waiting::remove);
            working = !places.isEmpty();
            return places;
        }
    }

    private static List<ApiMessageAndVersion> decide(QuorumController controller, List<Place> places) {
        List<ApiMessageAndVersion> records = new ArrayList<>();
        places.forEach(place -> KnownReplicaRecords.update(Members.INSTANCE, controller, place, records));
        return records;
    }

    private void failed(List<Place> places, Exception e) {
        String failure = String.valueOf(e.getMessage());
        if (!failure.equals(lastFailure)) {
            LOG.warn(
                    "the replicas of {} mirrored topics could not be recorded and will be tried again: {}",
                    places.stream().map(Place::topicId).distinct().count(),
                    failure);
            lastFailure = failure;
        }
        synchronized (lock) {
            waiting.addAll(places);
            working = false;
        }
    }
}
