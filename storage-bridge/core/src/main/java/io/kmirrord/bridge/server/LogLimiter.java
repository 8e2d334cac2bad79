// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** One line per kind and minute, with a count of those left out. Thread-safe. */
final class LogLimiter {
    private static final long PERIOD_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_KINDS = 256;

    private static final class Kind {
        long lastNs;
        long leftOut;
    }

    private final Logger log;
    private final LongSupplier nanoClock;
    private final Map<String, Kind> kinds = new HashMap<>();

    LogLimiter(Logger log, LongSupplier nanoClock) {
        this.log = log;
        this.nanoClock = nanoClock;
    }

    void warn(String kind, String message) {
        String line = admit(kind, message);
        if (line != null) {
            log.warn(line);
        }
    }

    void error(String kind, String message, Throwable cause) {
        String line = admit(kind, message);
        if (line != null) {
            log.error(line, cause);
        }
    }

    synchronized @Nullable String admit(String kind, String message) {
        long now = nanoClock.getAsLong();
        Kind known = kinds.get(kind);
        if (known == null) {
            if (kinds.size() >= MAX_KINDS) {
                kinds.values().removeIf(k -> now - k.lastNs >= PERIOD_NS);
            }
            if (kinds.size() >= MAX_KINDS) {
                return null;
            }
            Kind added = new Kind();
            added.lastNs = now;
            kinds.put(kind, added);
            return message;
        }
        if (now - known.lastNs < PERIOD_NS) {
            known.leftOut++;
            return null;
        }
        String line = known.leftOut == 0 ? message : message + " (" + known.leftOut + " more since the last such line)";
        known.lastNs = now;
        known.leftOut = 0;
        return line;
    }
}
