// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import org.jspecify.annotations.Nullable;

/** Something that the state topic cannot or must not do. The message says what to do about it. */
public final class StateTopicException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What the caller can tell apart. */
    public enum Reason {
        /** The topic does not exist and was not to be created. */
        NOT_FOUND,
        /** The topic holds something that is not of this format. */
        FOREIGN_FORMAT,
        /** Partition count or cleanup policy is wrong. */
        WRONG_SETTINGS,
        /** The cluster mirrors natively: the topic's name belongs to its brokers (R10). */
        NATIVE_MIRRORING,
        /** A permission is missing. */
        NOT_AUTHORIZED,
        /** The topic was deleted, replaced, or records vanished from it (F11, N3). For good. */
        LOST,
        /** A newer writer of the same node took over. For good. */
        FENCED,
        /** The cluster does not answer, or not for this topic. */
        UNREACHABLE,
        /** It was not done in time; what was begun may still happen. */
        TIMEOUT,
        /** The topic is not empty, for an import. */
        NOT_EMPTY,
        /** What was handed in is not acceptable. */
        INVALID,
        /** Closed before it was done. */
        CLOSED
    }

    private final Reason reason;

    public StateTopicException(Reason reason, String message) {
        this(reason, message, null);
    }

    public StateTopicException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns the message. */
    public String text() {
        return String.valueOf(getMessage());
    }

    public Reason reason() {
        return reason;
    }
}
