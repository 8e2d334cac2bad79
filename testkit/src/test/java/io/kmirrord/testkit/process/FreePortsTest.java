// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FreePortsTest {
    @Test
    void portsDifferAndCanBeBound() throws Exception {
        var ports = FreePorts.pick(20, new Random());
        assertThat(ports).doesNotHaveDuplicates().hasSize(20);
        try (var socket = new ServerSocket(ports.get(0), 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.getLocalPort()).isEqualTo(ports.get(0));
        }
    }

    @Test
    void aPortInUseIsNotPickedAgain() throws Exception {
        var first = FreePorts.pick(1, new Random(7)).get(0);
        try (var taken = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePorts.pick(1, new Random(7)).get(0)).isNotEqualTo(taken.getLocalPort());
        }
    }

    @Test
    void noPortIsGivenTwiceBeforeAllWere() {
        var random = new Random();
        var ports = Stream.generate(() -> FreePorts.pick(1, random).get(0))
                .limit(100)
                .toList();
        assertThat(ports).doesNotHaveDuplicates();
    }
}
