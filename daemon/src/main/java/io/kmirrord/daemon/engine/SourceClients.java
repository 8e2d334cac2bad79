// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.protocol.WireClient;
import io.kmirrord.statemachine.settings.SourceSettings;
import org.jspecify.annotations.Nullable;

/** Makes the clients of mirrors' sources. Thread-safe. */
@FunctionalInterface
public interface SourceClients {
    /**
     * Makes a client; nothing is connected yet.
     *
     * @param clusterId the only cluster that may answer, null: the one that answers first
     * @throws IllegalArgumentException when the settings cannot be used
     */
    WireClient open(String mirror, SourceSettings settings, @Nullable String clusterId);
}
