// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

/** A refusal of the bridge: thrown inside the bridge by the operation, and at the daemon by the client. Immutable. */
public final class BridgeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final long value;

    /**
     * Makes a refusal.
     *
     * @param value the number that the code's Javadoc speaks of, else -1
     * @param message names the bad value, the accepted ones and what to do
     */
    public BridgeException(ErrorCode code, long value, String message) {
        super(message);
        this.code = code;
        this.value = value;
    }

    public BridgeException(ErrorCode code, String message) {
        this(code, -1, message);
    }

    public ErrorCode code() {
        return code;
    }

    public long value() {
        return value;
    }
}
