// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;

/** Signals that the JDK cannot send by itself. */
final class Signals {
    private Signals() {}

    /** Sends signal {@code name} (without SIG) if the process still lives; the handle's start time guards against a reused pid. */
    static void send(ProcessHandle target, String name) {
        if (!target.isAlive()) {
            return;
        }
        try {
            var kill = new ProcessBuilder("kill", "-" + name, Long.toString(target.pid()))
                    .redirectErrorStream(true)
                    .start();
            var output = new String(kill.getInputStream().readAllBytes(), Charset.defaultCharset());
            if (kill.waitFor() != 0 && target.isAlive()) {
                throw new IllegalStateException("kill -" + name + " " + target.pid() + " failed: " + output.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run kill(1)", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sending " + name + " to " + target.pid(), e);
        }
    }
}
