// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

/**
 * Why a cluster did not tell or change configs of a topic. Immutable.
 *
 * @param text of the cluster
 */
public record ConfigRefusal(Kind kind, String text) {

    /** What can be told apart. */
    public enum Kind {
        /** The principal may not. */
        DENIED,
        /** There is no such topic. */
        MISSING,
        /** The cluster does not accept a value. */
        INVALID
    }
}
