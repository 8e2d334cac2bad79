// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerResignTest {
    @Test
    void whatIsWrittenIsRead() {
        ControllerResign resign = new ControllerResign(101, 17);
        assertThat(resign.text()).isEqualTo("101@17");
        assertThat(ControllerResign.parse(resign.text())).contains(resign);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "101", "@", "101@", "@17", "a@17", "101@b", "101@99999999999", "101@17@18"})
    void anythingElseIsNobodysToHeed(String text) {
        assertThat(ControllerResign.parse(text)).isEmpty();
    }
}
