// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.leak;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;

final class LeakCheckTest {

    @Test
    void aBufferThatIsNotReleasedIsFound() {
        int size = lose();
        assertThat(LeakCheck.collect()).as("leaks of %d bytes", size).hasSize(1);
    }

    @Test
    void aBufferThatIsReleasedIsNot() {
        ByteBufAllocator.DEFAULT.directBuffer(64).release();
        assertThat(LeakCheck.collect()).isEmpty();
    }

    private static int lose() {
        ByteBuf lost = ByteBufAllocator.DEFAULT.directBuffer(64);
        return lost.capacity();
    }
}
