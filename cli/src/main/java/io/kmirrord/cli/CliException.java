// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import org.jspecify.annotations.Nullable;

/** Ends the command with an exit code and a message that names the bad value, the accepted ones and what to do. */
public final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final @Nullable CliError error;
    private final String detail;
    private final String remedy;

    public CliException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
        this.error = null;
        this.detail = message;
        this.remedy = "";
    }

    public CliException(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
        this.error = null;
        this.detail = message;
        this.remedy = "";
    }

    CliException(CliError error, String detail, String remedy) {
        super(error.number() + ": " + detail + System.lineSeparator() + "  what to do: " + remedy);
        this.exitCode = error.exitCode();
        this.error = error;
        this.detail = detail;
        this.remedy = remedy;
    }

    public int exitCode() {
        return exitCode;
    }

    /** Returns what is refused, null if it has no number. */
    public @Nullable CliError error() {
        return error;
    }

    /** Returns the message without number and remedy. */
    public String detail() {
        return detail;
    }

    /** Returns what to do, empty if the message says it. */
    public String remedy() {
        return remedy;
    }
}
