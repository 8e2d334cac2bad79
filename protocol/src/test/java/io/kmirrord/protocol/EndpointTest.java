// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {

    @Test
    void namesAndAddressesAreRead() {
        assertThat(Endpoint.parse("kafka-1.example:9092")).isEqualTo(new Endpoint("kafka-1.example", 9092));
        assertThat(Endpoint.parse(" 10.0.0.1:1 ")).isEqualTo(new Endpoint("10.0.0.1", 1));
        assertThat(Endpoint.parse("[2001:db8::1]:9092")).isEqualTo(new Endpoint("2001:db8::1", 9092));
    }

    @Test
    void whatIsPrintedCanBeReadBack() {
        for (String text : new String[] {"a:1", "[::1]:65535"}) {
            assertThat(Endpoint.parse(text)).hasToString(text);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "host", ":9092", "host:", "host:x", "::1:9092", "[::1]9092", "[]:1", "[::1:9092", "a:9 2"})
    void otherTextIsRefusedByName(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + text + "\"")
                .hasMessageContaining("[address]:port");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65536})
    void portsOutsideTheRangeAreRefused(int port) {
        assertThatThrownBy(() -> new Endpoint("h", port)).hasMessageContaining("1 to 65535");
    }
}
