// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.config;

import io.kmirrord.statemachine.settings.SettingsReader;
import java.nio.file.Path;

/**
 * How the local broker is written. Immutable.
 *
 * @param bridgeSocket {@code bridge.socket}: path of the storage bridge's socket on this host
 * @param inFlight {@code append.in.flight}: appends of one partition under way at once, kept in order; default 4
 * @param unreplicatedMaxBytes {@code append.unreplicated.max.bytes}: how far a partition may run ahead of its high
 *     watermark; default 64 MiB
 */
public record AppendConfig(Path bridgeSocket, int inFlight, long unreplicatedMaxBytes) {

    static AppendConfig from(SettingsReader settings) {
        return new AppendConfig(
                settings.required("bridge.socket", Path.of("/"), AppendConfig::absolute),
                settings.integer("append.in.flight", 4, 1, 64),
                settings.number("append.unreplicated.max.bytes", 64L << 20, 1L << 20, 1L << 40));
    }

    static Path absolute(String text) {
        Path path = Path.of(text);
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("'" + text + "'; accepted: an absolute path");
        }
        return path;
    }
}
