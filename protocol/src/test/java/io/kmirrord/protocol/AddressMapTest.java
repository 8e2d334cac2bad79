// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class AddressMapTest {

    @Test
    void advertisedAddressesLeadToReachableOnes() {
        AddressMap map = AddressMap.parse("b1:9092=10.0.0.5:19092, b2:9092 = [fd00::2]:19093");
        assertThat(map.resolve(new Endpoint("b1", 9092))).isEqualTo(new Endpoint("10.0.0.5", 19092));
        assertThat(map.resolve(new Endpoint("b2", 9092))).isEqualTo(new Endpoint("fd00::2", 19093));
        assertThat(map.resolve(new Endpoint("b1", 9093))).isEqualTo(new Endpoint("b1", 9093));
    }

    @Test
    void theEmptyTextChangesNothing() {
        assertThat(AddressMap.parse(" ")).isEqualTo(AddressMap.identity());
    }

    @Test
    void mistakesAreRefusedByName() {
        assertThatThrownBy(() -> AddressMap.parse("b1:9092")).hasMessageContaining("\"b1:9092\"");
        assertThatThrownBy(() -> AddressMap.parse("b1:9092=x:1,b1:9092=y:1")).hasMessageContaining("b1:9092 twice");
        assertThatThrownBy(() -> AddressMap.parse("b1:9092=x")).hasMessageContaining("\"x\"");
        assertThatThrownBy(() -> AddressMap.parse("b1:9092=x:1,")).hasMessageContaining("\"\"");
    }
}
