// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

/**
 * Whether the daemon beside a node is alive. Immutable.
 *
 * @param silentMs since its last sign of life arrived here; -1 if none ever did
 */
record NodeHealth(Kind kind, long silentMs) {

    enum Kind {
        /** Alive, bridge linked. */
        LIVE,
        /** Alive, but its bridge is not linked. */
        NOT_LINKED,
        /** No sign of life for too long, or never one. */
        SILENT,
        /** Not watched for long enough to tell. */
        UNKNOWN
    }

    boolean live() {
        return kind == Kind.LIVE;
    }

    /** Returns what is wrong, for operators. */
    String text() {
        return switch (kind) {
            case LIVE -> "alive";
            case NOT_LINKED -> "its storage bridge is not linked";
            case SILENT ->
                silentMs < 0
                        ? "no daemon beside it was ever seen"
                        : "its daemon has been silent for " + silentMs / 1000 + " s";
            case UNKNOWN -> "its daemon was not heard of yet";
        };
    }
}
