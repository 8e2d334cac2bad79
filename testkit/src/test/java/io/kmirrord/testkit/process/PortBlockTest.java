// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class PortBlockTest {
    /** Two blocks that nobody else asks for. */
    private static final int LOWEST = 1;

    private static final int HIGHEST = 2 * PortBlock.SIZE;

    @Test
    void anotherJvmGetsWhatThisOneHasNotAndEverythingWhenNothingIsLeft() throws Exception {
        PortBlock mine = PortBlock.take(LOWEST, HIGHEST);
        int otherFirst = mine.first() == LOWEST ? LOWEST + PortBlock.SIZE : LOWEST;
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        PortBlockTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said.lines())
                .containsExactly(
                        new PortBlock(otherFirst, otherFirst + PortBlock.SIZE).toString(),
                        new PortBlock(LOWEST, HIGHEST + 1).toString());
    }

    /** Takes two blocks. */
    public static void main(String[] args) throws Exception {
        System.out.println(PortBlock.take(LOWEST, HIGHEST));
        System.out.println(PortBlock.take(LOWEST, HIGHEST));
    }
}
