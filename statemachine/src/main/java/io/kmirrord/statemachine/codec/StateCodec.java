// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kmirrord.statemachine.Cuts;
import io.kmirrord.statemachine.Gaps;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records of {@code __mirror_state} as JSON. Thread-safe.
 *
 * <pre>
 * key    {"type":"MirrorPartitionState","v":1,"mirror":"west","topicId":"...","partition":3, ...}
 * value  {"type":"MirrorPartitionState","v":1, ...}      or nothing: a tombstone
 * </pre>
 *
 * <p>The names are those of the records' components. Unknown fields are ignored. The bytes of a key never change between
 * releases, or compaction would keep both: nothing is ever added to a key of a type that exists. A field that a later
 * release adds to a value is unknown to this one; that release must supply it for values of this one.
 */
public final class StateCodec {
    /** Version that this release writes, and the highest that it reads. */
    public static final int VERSION = 1;

    private static final String TYPE = "type";
    private static final String VERSION_FIELD = "v";

    private static final Map<String, Class<? extends RecordKey>> KEYS = byName(List.of(
            RecordKey.Magic.class,
            RecordKey.Mirror.class,
            RecordKey.MirrorTopic.class,
            RecordKey.MirrorPartitionState.class,
            RecordKey.Request.class,
            RecordKey.RequestOutcome.class,
            RecordKey.Operation.class,
            RecordKey.OperationOutcome.class,
            RecordKey.RestoredFrom.class,
            RecordKey.Salvage.class,
            RecordKey.Lineage.class,
            RecordKey.GroupSync.class,
            RecordKey.ShareGroupSync.class,
            RecordKey.ConfigSync.class,
            RecordKey.AclSync.class,
            RecordKey.SyncReport.class,
            RecordKey.Heartbeat.class));

    private static final Map<String, Class<? extends RecordValue>> VALUES = byName(List.of(
            RecordValue.Magic.class,
            RecordValue.Mirror.class,
            RecordValue.MirrorTopic.class,
            RecordValue.MirrorPartitionState.class,
            RecordValue.StartRequest.class,
            RecordValue.TopicRequest.class,
            RecordValue.FenceRequest.class,
            RecordValue.EpochRequest.class,
            RecordValue.ProducerIdRequest.class,
            RecordValue.PromoteRequest.class,
            RecordValue.SyncRequest.class,
            RecordValue.DiffRequest.class,
            RecordValue.CheckRequest.class,
            RecordValue.VerifyRequest.class,
            RecordValue.SalvagePruneRequest.class,
            RecordValue.Outcome.class,
            RecordValue.Operation.class,
            RecordValue.RestoredFrom.class,
            RecordValue.Salvage.class,
            RecordValue.Lineage.class,
            RecordValue.GroupSync.class,
            RecordValue.ConfigSync.class,
            RecordValue.AclSync.class,
            RecordValue.SyncReport.class,
            RecordValue.Heartbeat.class));

    private final ObjectMapper mapper = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
            .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
            .build();

    private static <T> Map<String, Class<? extends T>> byName(List<Class<? extends T>> types) {
        return types.stream().collect(Collectors.toUnmodifiableMap(Class::getSimpleName, type -> type));
    }

    /** Returns the types of values, for tests and documentation. */
    public static Stream<String> valueTypes() {
        return VALUES.keySet().stream().sorted();
    }

    /** Returns the bytes of a key: the same for equal keys, always. */
    public byte[] encode(RecordKey key) {
        return bytes(key);
    }

    /** Returns the bytes of a value, null for a tombstone. */
    public byte @Nullable [] encode(@Nullable RecordValue value) {
        return value == null ? null : bytes(value);
    }

    private byte[] bytes(Object content) {
        ObjectNode node = mapper.createObjectNode();
        node.put(TYPE, content.getClass().getSimpleName());
        node.put(VERSION_FIELD, VERSION);
        node.setAll((ObjectNode) mapper.valueToTree(content));
        try {
            return mapper.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values is always writable: " + node, e);
        }
    }

    /**
     * Reads a record. Never throws for what it is given.
     *
     * @param key null where a record has none, which is malformed
     * @param value null for a tombstone
     */
    public Decoded decode(byte @Nullable [] key, byte @Nullable [] value) {
        try {
            RecordKey decodedKey = read(key, KEYS);
            RecordValue decodedValue = value == null ? null : read(value, VALUES);
            return new Decoded.Known(new StateRecord(decodedKey, decodedValue).checked());
        } catch (UnreadableException e) {
            return new Decoded.Unreadable(e.cause, e.detail);
        } catch (IOException | IllegalArgumentException e) {
            return new Decoded.Unreadable(Decoded.Cause.MALFORMED, String.valueOf(e.getMessage()));
        }
    }

    private <T> T read(byte @Nullable [] bytes, Map<String, Class<? extends T>> types)
            throws IOException, UnreadableException {
        if (bytes == null) {
            throw new UnreadableException(Decoded.Cause.MALFORMED, "a record without a key");
        }
        JsonNode node = mapper.readTree(bytes);
        if (!(node instanceof ObjectNode object)
                || !node.path(TYPE).isTextual()
                || !node.path(VERSION_FIELD).isInt()) {
            throw new UnreadableException(
                    Decoded.Cause.MALFORMED, "accepted: a JSON object with the fields type and v");
        }
        Class<? extends T> type = types.get(node.path(TYPE).textValue());
        if (type == null) {
            throw new UnreadableException(
                    Decoded.Cause.UNKNOWN_TYPE, node.path(TYPE).textValue());
        }
        int version = node.path(VERSION_FIELD).intValue();
        if (version < 1 || version > VERSION) {
            throw new UnreadableException(
                    Decoded.Cause.UNKNOWN_VERSION,
                    type.getSimpleName() + " of version " + version + "; accepted: 1 to " + VERSION);
        }
        supplyAdded(object);
        return mapper.treeToValue(object, type);
    }

    /** What values of earlier releases lack. */
    private void supplyAdded(ObjectNode value) {
        if (value.path("state").path("memory") instanceof ObjectNode memory) {
            memory.putIfAbsent("gaps", mapper.valueToTree(Gaps.NONE));
            memory.putIfAbsent("failedRevision", IntNode.valueOf(-1));
            memory.putIfAbsent("cuts", mapper.valueToTree(Cuts.NONE));
        }
        if (value.path("cutsFollowed") instanceof ArrayNode cuts) {
            value.putIfAbsent(
                    "revision", LongNode.valueOf(value.path("partitions").size() + (long) cuts.size()));
            value.putIfAbsent("cutsOwed", mapper.createArrayNode());
            value.putIfAbsent("ownPlaces", mapper.createArrayNode());
        }
    }

    private static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;
        private final Decoded.Cause cause;
        private final String detail;

        UnreadableException(Decoded.Cause cause, String detail) {
            super(detail);
            this.cause = cause;
            this.detail = detail;
        }
    }
}
