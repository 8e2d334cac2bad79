// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.notify;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sends one message by running systemd-notify. Confined to one thread.
 *
 * @param program path, or a name to look for on PATH
 * @param deadline after which the program is killed
 */
record NotifyCommand(Path program, Duration deadline) {
    private static final int OUTPUT_BYTES = 4_096;

    /**
     * Blocks until the message was taken, for the deadline at most.
     *
     * @param assignments such as {@code READY=1}
     * @throws IOException when it was not; the message says why
     */
    void send(List<String> assignments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(assignments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        try {
            if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(program + " did not end within " + deadline.toMillis() + " ms");
            }
            if (process.exitValue() != 0) {
                byte[] said = process.getInputStream().readNBytes(OUTPUT_BYTES);
                throw new IOException(program + " ended with " + process.exitValue() + ": "
                        + new String(said, StandardCharsets.UTF_8).strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + program, e);
        } finally {
            process.destroyForcibly();
        }
    }
}
