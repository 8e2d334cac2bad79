// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

/**
 * Whether the view may be acted on. Immutable.
 *
 * @param text what is wrong and what to do; empty while healthy
 */
public record Health(State state, String text) {
    public static final Health HEALTHY = new Health(State.HEALTHY, "");

    /** Ordered by gravity. */
    public enum State {
        HEALTHY,
        /** Cannot be read, or not whole; or there is a doubt that is being looked into. Ends by itself. */
        UNREACHABLE,
        /** Deleted, replaced, or records vanished. For good: a new client must be opened once that is sorted out. */
        LOST
    }

    public boolean isHealthy() {
        return state == State.HEALTHY;
    }
}
