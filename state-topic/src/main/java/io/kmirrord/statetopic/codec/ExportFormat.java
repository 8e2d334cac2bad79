// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kmirrord.statemachine.codec.Decoded;
import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.view.StateRecord;
import java.io.IOException;

/**
 * Lines of an export. Thread-safe.
 *
 * <pre>
 * {"type":"StateExport","v":1,"clusterId":"...","topic":"__mirror_state","topicId":"...","atMs":0,"records":2}
 * {"key":{...},"value":{...}}
 * {"key":{...},"value":{...}}
 * </pre>
 */
public final class ExportFormat {
    public static final int VERSION = 1;
    private static final String TYPE = "StateExport";

    /**
     * First line.
     *
     * @param atMs wall clock of the export
     * @param records lines that follow: fewer means that the file was cut off
     */
    public record Header(String clusterId, String topic, String topicId, long atMs, int records) {}

    private final StateCodec codec = new StateCodec();
    private final ObjectMapper mapper = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    public String line(Header header) {
        ObjectNode node = mapper.createObjectNode();
        node.put("type", TYPE);
        node.put("v", VERSION);
        node.setAll((ObjectNode) mapper.valueToTree(header));
        return text(node);
    }

    public String line(StateRecord record) {
        try {
            ObjectNode node = mapper.createObjectNode();
            node.set("key", mapper.readTree(codec.encode(record.key())));
            byte[] value = codec.encode(record.value());
            node.set("value", value == null ? mapper.nullNode() : mapper.readTree(value));
            return text(node);
        } catch (IOException e) {
            throw new IllegalStateException("what the codec wrote is JSON: " + record, e);
        }
    }

    private String text(JsonNode node) {
        try {
            return mapper.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values is always writable: " + node, e);
        }
    }

    /**
     * Reads a first line.
     *
     * @throws IOException if it is no header of a version that this release reads
     */
    public Header header(String line) throws IOException {
        JsonNode node = mapper.readTree(line);
        if (!(node instanceof ObjectNode) || !TYPE.equals(node.path("type").textValue())) {
            throw new IOException("not the header of an export; accepted: a JSON object of type " + TYPE);
        }
        int version = node.path("v").intValue();
        if (version < 1 || version > VERSION) {
            throw new IOException("export of version " + node.path("v") + "; accepted: 1 to " + VERSION);
        }
        return mapper.treeToValue(node, Header.class);
    }

    /**
     * Reads another line.
     *
     * @throws IOException if it is no record that this release can read
     */
    public StateRecord record(String line) throws IOException {
        JsonNode node = mapper.readTree(line);
        if (!node.path("key").isObject() || !node.has("value")) {
            throw new IOException("accepted: a JSON object with the fields key and value");
        }
        JsonNode value = node.path("value");
        Decoded decoded = codec.decode(
                mapper.writeValueAsBytes(node.path("key")), value.isNull() ? null : mapper.writeValueAsBytes(value));
        if (decoded instanceof Decoded.Known known) {
            return known.record();
        }
        throw new IOException("a record that this release cannot read: " + decoded);
    }
}
