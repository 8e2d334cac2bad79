// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.Fence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.image.ConfigurationsImage;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fences as this node knows them from the metadata log. Readers on any thread see one table at a time; written on
 * the thread that publishes metadata.
 */
public final class FenceView {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.fence");
    private static final ConfigResource RESOURCE = new ConfigResource(ConfigResource.Type.BROKER, Fence.RESOURCE_NAME);

    private volatile FenceTable table = FenceTable.EMPTY;
    private volatile KnownReplicasTable replicas = KnownReplicasTable.EMPTY;
    private volatile long viewOffset = -1;
    private volatile boolean stale;
    private boolean loaded;

    FenceView() {}

    /**
     * Returns the offset of the metadata log up to which the fences are in force here: seen by the gate, and every
     * append that began before is done. -1 before the first image.
     */
    public long viewOffset() {
        return viewOffset;
    }

    /** Returns true if the last image could not be read: the fences here are those of an earlier one. */
    public boolean isStale() {
        return stale;
    }

    void setStale(boolean value) {
        stale = value;
    }

    /** Returns the fence of a topic, or null if it has none or one that cannot be read. */
    public @Nullable Fence fence(UUID topicId) {
        FenceEntry entry = entry(new Uuid(topicId.getMostSignificantBits(), topicId.getLeastSignificantBits()));
        return entry == null ? null : entry.fence();
    }

    /** Returns every fence that can be read. */
    public Map<UUID, Fence> fences() {
        Map<UUID, Fence> fences = new HashMap<>();
        table.entries().forEach((id, entry) -> {
            if (entry.fence() != null) {
                fences.put(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()), entry.fence());
            }
        });
        return fences;
    }

    /** Returns true if the metadata holds at least one fence. */
    public boolean anyFence() {
        return !table.entries().isEmpty();
    }

    /** Returns whose logs of a partition of a mirrored topic are good, or null if that is not recorded (yet). */
    public @Nullable KnownReplicas replicas(Uuid topicId, int partition) {
        return replicas.of(topicId, partition);
    }

    /** Returns every place where such a record lies. */
    public Set<KnownReplicasText.Place> replicaPlaces() {
        return replicas.places();
    }

    @Nullable
    FenceEntry entry(Uuid topicId) {
        return table.entries().get(topicId);
    }

    /**
     * Takes over what an image says, for the gate to see at once.
     *
     * @return the topics whose fence changed
     */
    Set<Uuid> load(MetadataDelta delta, MetadataImage image) {
        if (loaded && delta.configsDelta() == null) {
            return Set.of();
        }
        return load(image.configs());
    }

    Set<Uuid> load(ConfigurationsImage configs) {
        List<String> problems = new ArrayList<>();
        FenceTable before = table;
        Map<String, String> values = configs.configMapForResource(RESOURCE);
        FenceTable next = before.read(values, problems);
        replicas = replicas.read(values, problems);
        problems.forEach(LOG::error);
        loaded = true;
        Set<Uuid> changed = before.changedIn(next);
        if (!changed.isEmpty()) {
            table = next;
        }
        return changed;
    }

    /** Says that every append which began under an older view than this is done. */
    void inForce(long offset) {
        viewOffset = offset;
    }
}
