// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SalvageManifestTest {
    /** As 0.1.0 writes it; what lies on disks stays readable. */
    private static final String GOLDEN = "{\"key\":{\"type\":\"Salvage\",\"v\":1,\"mirror\":\"west\","
            + "\"salvageId\":\"orders-0/17-12-7\"},\"value\":{\"type\":\"Salvage\",\"v\":1,\"topic\":\"orders\","
            + "\"topicId\":\"01234567-89ab-cdef-0123-456789abcdef\",\"partition\":0,\"generation\":17,"
            + "\"leaderEpoch\":12,\"reason\":\"ULE_RECOVERY\",\"sourceClusterId\":null,\"fromOffset\":60,"
            + "\"endOffset\":80,\"batches\":2,\"records\":18,\"bytes\":1234,\"crc32c\":4275878552,\"nodeId\":4,"
            + "\"host\":\"host-4\",\"path\":\"/s/west/orders-0/17-12-7.log\",\"atMs\":2500}}\n";

    private static final SalvageManifest MANIFEST = new SalvageManifest(
            new RecordKey.Salvage("west", "orders-0/17-12-7"),
            new RecordValue.Salvage(
                    "orders",
                    UUID.fromString("01234567-89ab-cdef-0123-456789abcdef"),
                    0,
                    17,
                    12,
                    SalvageReason.ULE_RECOVERY,
                    null,
                    60,
                    80,
                    2,
                    18,
                    1_234,
                    0xfedc_ba98L,
                    4,
                    "host-4",
                    "/s/west/orders-0/17-12-7.log",
                    2_500));

    @Test
    void itIsWrittenAndReadAsTheGoldenOne() throws IOException {
        assertThat(MANIFEST.text()).isEqualTo(GOLDEN);
        assertThat(SalvageManifest.parse(GOLDEN)).isEqualTo(MANIFEST);
        assertThat(SalvageManifest.parse(GOLDEN.replace("\"nodeId\":4,", "\"nodeId\":4,\"mood\":[1],")))
                .as("with a field of a later release")
                .isEqualTo(MANIFEST);
    }

    @Test
    void whatIsNoManifestIsRefusedByWhatItIs() {
        String other = "{\"key\":{\"type\":\"Heartbeat\",\"v\":1,\"nodeId\":5},\"value\":null}";
        assertThatThrownBy(() -> SalvageManifest.parse(other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Heartbeat[nodeId=5]")
                .hasMessageContaining("accepted");
        for (String torn : new String[] {"", "{", GOLDEN.substring(0, 300), GOLDEN.replace("\"v\":1", "\"v\":9")}) {
            assertThatThrownBy(() -> SalvageManifest.parse(torn)).as(torn).isInstanceOf(IOException.class);
        }
    }
}
