// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.kafka.KnownReplicasText.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

final class KnownReplicasTableTest {
    private static final Uuid ID = new Uuid(7, 1L << 62);
    private static final String KEY = "kmirrord.replicas." + ID;

    private final List<String> problems = new ArrayList<>();

    @Test
    void whatIsWrittenIsReadBack() {
        TreeMap<Integer, KnownReplicas> partitions = new TreeMap<>();
        partitions.put(50, KnownReplicas.allOf(List.of(3, 1)));
        partitions.put(52, new KnownReplicas(new TreeMap<>(Map.of(1, KnownReplicas.TRUSTED, 2, 1 << 20))));
        String text = KnownReplicasText.of(partitions);
        assertThat(text).isEqualTo("v1;50=1,3;52=1,2+1048576");
        assertThat(KnownReplicasText.parse(text)).isEqualTo(partitions);
        assertThat(KnownReplicasText.parse(KnownReplicasText.of(new TreeMap<>())))
                .isEmpty();
    }

    @Test
    void badTextIsNamed() {
        for (String bad : List.of("v2;0=1", "", "v1;0", "v1;0=", "v1;0=1,,2", "v1;x=1", "v1;0=1+")) {
            assertThatThrownBy(() -> KnownReplicasText.parse(bad))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + bad + "'");
        }
    }

    @Test
    void findsAPartitionAtItsPlaceAndTakesOverUnchangedValues() {
        KnownReplicasTable first = KnownReplicasTable.EMPTY.read(
                Map.of(KEY + ".0", "v1;0=1,2;49=1", KEY + ".1", "v1;50=2", "kmirrord.fence." + ID, "x"), problems);
        assertThat(first.of(ID, 49)).isEqualTo(KnownReplicas.allOf(List.of(1)));
        assertThat(first.of(ID, 50)).isEqualTo(KnownReplicas.allOf(List.of(2)));
        assertThat(first.of(ID, 48)).isNull();
        assertThat(first.of(new Uuid(8, 8), 0)).isNull();
        assertThat(first.places()).containsExactlyInAnyOrder(Place.of(ID, 0), Place.of(ID, 99));
        KnownReplicasTable second = first.read(Map.of(KEY + ".0", "v1;0=1,2;49=1"), problems);
        assertThat(second.of(ID, 0)).isSameAs(first.of(ID, 0));
        assertThat(second.of(ID, 50)).isNull();
        assertThat(problems).isEmpty();
    }

    @Test
    void whatCannotBeReadIsReportedAndNothingIsKnown() {
        KnownReplicasTable table = KnownReplicasTable.EMPTY.read(
                Map.of(KEY + ".0", "v9", "kmirrord.replicas.!.0", "v1", KEY + ".x", "v1"), problems);
        assertThat(table.of(ID, 0)).isNull();
        assertThat(problems).hasSize(3);
        assertThat(String.join("\n", problems)).contains("v9").contains("kmirrord.replicas.!.0", KEY + ".x");
    }
}
