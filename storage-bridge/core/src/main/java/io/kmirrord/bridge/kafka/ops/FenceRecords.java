// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.TopicIds;
import java.util.UUID;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.metadata.ConfigRecord;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.jspecify.annotations.Nullable;

/** Reads and writes fences at the controller, on its event thread. Stateless. */
final class FenceRecords {
    private static final ConfigResource RESOURCE = new ConfigResource(ConfigResource.Type.BROKER, Fence.RESOURCE_NAME);

    /** The only one that ConfigRecord has, up to metadata version 4.4. */
    private static final short RECORD_VERSION = 0;

    /** Values above 32,767 characters are refused by Kafka's own API. */
    private static final int MAX_TEXT = 30_000;

    private FenceRecords() {}

    private static String key(UUID topicId) {
        return Fence.CONFIG_PREFIX + TopicIds.toText(topicId);
    }

    /** Returns the fence of a topic, or null if it has none; one that cannot be read is never overwritten. */
    static @Nullable Fence read(ControllerMembers members, QuorumController controller, UUID topicId)
            throws BridgeException {
        String text = value(members, controller, key(topicId));
        try {
            return text == null ? null : Fence.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BridgeException(
                    ErrorCode.NOT_MONOTONIC,
                    "the present fence of topic id " + TopicIds.toText(topicId)
                            + " cannot be read and is left alone; use the bridge that wrote it: " + e.getMessage());
        }
    }

    static ApiMessageAndVersion record(UUID topicId, Fence fence) throws BridgeException {
        String text = fence.toText();
        if (text.length() > MAX_TEXT) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    text.length(),
                    "the fence takes " + text.length() + " characters; accepted: up to " + MAX_TEXT
                            + ". Choose the phase that most partitions are in and name the others");
        }
        return config(key(topicId), text);
    }

    /** Returns a value of the resource that fences are kept under, or null if it is not set. */
    static @Nullable String value(ControllerMembers members, QuorumController controller, String key) {
        return members.config(controller, RESOURCE, key);
    }

    /** Returns what sets a key of that resource, or removes it (null). */
    static ApiMessageAndVersion config(String key, @Nullable String value) {
        ConfigRecord record = new ConfigRecord()
                .setResourceType(RESOURCE.type().id())
                .setResourceName(RESOURCE.name())
                .setName(key)
                .setValue(value);
        return new ApiMessageAndVersion(record, RECORD_VERSION);
    }

    /** Refuses where a broker has the id under which fences are kept: it would take them for its configuration. */
    static void checkResourceIsFree(ControllerMembers members, QuorumController controller) throws BridgeException {
        if (members.brokerRegistrations(controller).containsKey(Integer.MAX_VALUE)) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    "a broker is registered with node id " + Fence.RESOURCE_NAME
                            + ", under which fences are kept; give it another id and unregister this one");
        }
    }
}
