// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * A request was not answered as asked. Every future of this package that fails, fails with this type (never wrapped).
 * The message names what was asked of whom.
 */
public class WireException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCategory category;
    private final Errors error;

    /** An error without a Kafka code: connection, timeout, malformed answer. */
    public WireException(ErrorCategory category, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.category = category;
        this.error = Errors.NONE;
    }

    /** An error that the broker answered. */
    public WireException(Errors error, String message) {
        super(message + ": " + error.name() + " (" + error.code() + "), " + error.message());
        this.category = ErrorCategory.of(error);
        this.error = error;
    }

    private WireException(ErrorCategory category, Errors error, String message) {
        super(message);
        this.category = category;
        this.error = error;
    }

    /** What this client found itself and Kafka has a code for: another cluster, no common version, an old format. */
    public static WireException found(Errors error, String message) {
        return new WireException(ErrorCategory.of(error), error, message);
    }

    /** What the caller should do. */
    public ErrorCategory category() {
        return category;
    }

    /**
     * The code that the broker answered, or of what was {@link #found}; {@link Errors#NONE} when no answer was received or
     * understood.
     */
    public Errors error() {
        return error;
    }
}
