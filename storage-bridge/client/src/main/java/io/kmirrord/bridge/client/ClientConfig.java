// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of a client. Immutable.
 *
 * @param socketPath of the bridge
 * @param name shown in the broker's audit log; the process id is added
 * @param maxFrameBytes largest frame either way, as the bridge's {@code max.frame.bytes}; larger requests are refused
 *     before they are sent
 * @param maxInFlightBytes sum of the frames sent and not answered; one request alone may be larger
 * @param requestTimeout from the call of {@code send} to the answer; AWAIT and RESTART_AT get their own on top
 * @param minBackoff before the first attempt to connect again; doubled for each one that fails
 * @param maxBackoff upper bound of the doubling; up to half as much again is added at random
 */
public record ClientConfig(
        Path socketPath,
        String name,
        int maxFrameBytes,
        long maxInFlightBytes,
        Duration requestTimeout,
        Duration minBackoff,
        Duration maxBackoff) {

    /** Returns the defaults: frames of 32 MiB, 64 MiB in flight, 30 s, back-off from 100 ms to 5 s. */
    public static ClientConfig of(Path socketPath, String name) {
        return new ClientConfig(
                socketPath,
                name,
                32 << 20,
                64L << 20,
                Duration.ofSeconds(30),
                Duration.ofMillis(100),
                Duration.ofSeconds(5));
    }
}
