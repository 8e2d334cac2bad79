// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Response;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The fences of the cluster as one term knows them: read once, then followed by its own writes. Confined to the queue. */
final class FenceView {
    private Map<UUID, Fence> fences = new HashMap<>();
    private long writtenOffset = -1;
    private boolean known;

    boolean known() {
        return known;
    }

    /** To be read again. */
    void doubt() {
        known = false;
    }

    /**
     * Takes what the node tells.
     *
     * @return false if the node has not replayed yet what this term wrote, so that it must be asked again
     */
    boolean read(Response.Description description) {
        if (description.viewOffset() < writtenOffset) {
            return false;
        }
        fences = new HashMap<>(description.fences());
        known = true;
        return true;
    }

    void wrote(UUID topicId, Fence fence, long metadataOffset) {
        fences.put(topicId, fence);
        writtenOffset = Math.max(writtenOffset, metadataOffset);
    }

    @Nullable
    Fence of(UUID topicId) {
        return fences.get(topicId);
    }
}
