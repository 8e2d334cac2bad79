// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kmirrord.statetopic.PartitionProgress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Progress records as JSON. Thread-safe. Unknown fields are ignored.
 *
 * <pre>
 * {"type":"Progress","v":1,"nodeId":3,"partitions":[{"partition":{"mirror":"west","topicId":"...","partition":0},"topic":"orders", ...}]}
 * </pre>
 */
public final class ProgressCodec {
    /** Version that this release writes, and the highest that it reads. */
    public static final int VERSION = 1;

    private static final String TYPE = "Progress";

    private final ObjectMapper mapper = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /**
     * Returns records, each of them below a size unless a single partition is above it.
     *
     * @param maxBytes of a record
     */
    public List<byte[]> encode(int nodeId, List<PartitionProgress> partitions, int maxBytes) {
        byte[] head = ("{\"type\":\"" + TYPE + "\",\"v\":" + VERSION + ",\"nodeId\":" + nodeId + ",\"partitions\":[")
                .getBytes(StandardCharsets.UTF_8);
        List<byte[]> records = new ArrayList<>();
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        for (PartitionProgress partition : partitions) {
            byte[] figures = bytes(partition);
            if (record.size() > 0 && record.size() + figures.length + 3 > maxBytes) {
                records.add(ended(record));
                record = new ByteArrayOutputStream();
            }
            if (record.size() == 0) {
                record.writeBytes(head);
            } else {
                record.write(',');
            }
            record.writeBytes(figures);
        }
        if (record.size() > 0) {
            records.add(ended(record));
        }
        return records;
    }

    private static byte[] ended(ByteArrayOutputStream record) {
        record.writeBytes("]}".getBytes(StandardCharsets.UTF_8));
        return record.toByteArray();
    }

    private byte[] bytes(PartitionProgress partition) {
        try {
            return mapper.writeValueAsBytes(partition);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of plain values is always writable: " + partition, e);
        }
    }

    /**
     * Reads a record.
     *
     * @throws IOException if it is not one that this release can read
     */
    public List<PartitionProgress> decode(byte[] record) throws IOException {
        JsonNode node = mapper.readTree(record);
        if (!(node instanceof ObjectNode)
                || !TYPE.equals(node.path("type").textValue())
                || node.path("v").intValue() < 1
                || node.path("v").intValue() > VERSION) {
            throw new IOException("accepted: a JSON object of type " + TYPE + ", v 1 to " + VERSION);
        }
        List<PartitionProgress> partitions = new ArrayList<>();
        for (JsonNode partition : node.path("partitions")) {
            try {
                partitions.add(mapper.treeToValue(partition, PartitionProgress.class));
            } catch (IllegalArgumentException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
        return partitions;
    }
}
