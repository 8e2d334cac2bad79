// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * What the operator last asked for. Immutable.
 *
 * @param generation life of the mirror topic, 1 or more; grows for ever
 * @param revision counts the wishes of one generation
 * @param desired where every partition must arrive
 * @param overwriteLocal the operator agreed that a log may be emptied
 * @param confirmCut the operator agreed to a cut beyond the limits
 */
public record Wish(long generation, int revision, Desired desired, boolean overwriteLocal, boolean confirmCut) {
    public Wish {
        if (generation < 1) {
            throw new IllegalArgumentException("generation " + generation + "; accepted: 1 or more");
        }
    }

    /** Returns whether this wish replaces another: higher generation; within one, STOPPED, then the revision. */
    public boolean replaces(Wish other) {
        if (generation != other.generation) {
            return generation > other.generation;
        }
        boolean stopped = desired == Desired.STOPPED;
        boolean otherStopped = other.desired == Desired.STOPPED;
        return stopped != otherStopped ? stopped : revision > other.revision;
    }
}
