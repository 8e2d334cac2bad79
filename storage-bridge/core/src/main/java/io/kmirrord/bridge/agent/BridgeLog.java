// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import org.slf4j.LoggerFactory;

/**
 * Logging of the entry. Loaded only in a JVM that is a broker or controller: asking for a logger initialises the
 * logging of the JVM, which tools would show.
 */
final class BridgeLog {
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.agent");

    private BridgeLog() {}

    static void info(String message) {
        LOG.info(message);
    }

    static void error(String message) {
        LOG.error(message);
    }

    static void error(String message, Throwable cause) {
        LOG.error(message, cause);
    }
}
