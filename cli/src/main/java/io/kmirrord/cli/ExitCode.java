// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

/** Exit codes of {@code mirrorctl}, stable for scripts. */
public final class ExitCode {
    /** Everything asked for was done. */
    public static final int OK = 0;
    /** A bug or a fault of this machine; the message is on stderr. */
    public static final int INTERNAL = 1;
    /** The command line is wrong. */
    public static final int USAGE = 2;
    /** What was asked for may not be done now. */
    public static final int REFUSED = 3;
    /** A file or cluster denies access. */
    public static final int PERMISSION = 4;
    /** A cluster, a repository or a process does not answer. */
    public static final int UNREACHABLE = 5;
    /** The end was not reached in time. */
    public static final int TIMEOUT = 6;
    /** Some of it was done; the list is on stdout. */
    public static final int PARTIAL = 7;
    /** The destination did not come level with the source in time, so nothing was changed. */
    public static final int LAGGING = 8;
    /** A comparison found differences. */
    public static final int DIFFERENCES = 10;

    private ExitCode() {}
}
