// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

/** Wall clock. */
@FunctionalInterface
public interface Clock {
    /** Milliseconds since 1970. */
    long millis();
}
