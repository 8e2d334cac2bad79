// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kmirrord.statemachine.codec.Decoded;
import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.view.StateRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as a release writes it.
 *
 * @param value null for a tombstone
 */
record GoldenRecord(int partition, String key, @Nullable String value) {
    /** That no release has. */
    static final String LATER_FIELD = "mood";

    /** One record of each type: partition, key, value. Never changed once 0.1.0 is out; a later release adds a file. */
    private static final Path FILE = Path.of("src/test/resources/io/kmirrord/statetopic/records-0.1.0.txt");

    private static final List<String> OBJECTS =
            List.of("", "/state", "/state/id", "/state/memory", "/state/memory/lastStop", "/state/position");

    static List<GoldenRecord> release010() throws IOException {
        return Files.readAllLines(FILE).stream().map(GoldenRecord::parse).toList();
    }

    static GoldenRecord parse(String line) {
        int keyAt = line.indexOf(' ') + 1;
        int valueAt = line.indexOf("} {") < 0 ? line.lastIndexOf(' ') + 1 : line.indexOf("} {") + 2;
        String value = line.substring(valueAt);
        return new GoldenRecord(
                Integer.parseInt(line.substring(0, keyAt - 1)),
                line.substring(keyAt, valueAt - 1),
                value.equals("null") ? null : value);
    }

    StateRecord record() {
        Decoded decoded = new StateCodec()
                .decode(
                        key.getBytes(StandardCharsets.UTF_8),
                        value == null ? null : value.getBytes(StandardCharsets.UTF_8));
        assertThat(decoded).isInstanceOf(Decoded.Known.class);
        return ((Decoded.Known) decoded).record();
    }

    /** As the next release may write it: with a field more in each object. */
    GoldenRecord later() throws IOException {
        if (value == null) {
            return this;
        }
        ObjectMapper mapper = new ObjectMapper();
        JsonNode node = mapper.readTree(value);
        for (String object : OBJECTS) {
            if (node.at(object) instanceof ObjectNode known) {
                known.putObject(LATER_FIELD).putArray("good").add(1);
            }
        }
        return new GoldenRecord(partition, key, mapper.writeValueAsString(node));
    }
}
