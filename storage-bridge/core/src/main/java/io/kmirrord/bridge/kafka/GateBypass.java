// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

/** Lets the bridge's own appends (abort markers, the mark) through the gate. Confined to the thread that opened it. */
public final class GateBypass implements AutoCloseable {
    private static final ThreadLocal<Boolean> OPEN = ThreadLocal.withInitial(() -> false);

    private GateBypass() {}

    /** Opens the gate for appends of this thread until {@link #close}. Not to be nested. */
    public static GateBypass open() {
        OPEN.set(true);
        return new GateBypass();
    }

    static boolean isOpen() {
        return OPEN.get();
    }

    @Override
    public void close() {
        OPEN.remove();
    }
}
