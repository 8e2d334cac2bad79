// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

/**
 * Whom a mutating operation speaks for. The bridge refuses unless the topic is fenced for exactly this mirror and
 * generation (operations-review R8). Immutable.
 *
 * @param mirror name of the mirror, not empty
 * @param generation life of the mirror topic from start to stop, 1 or more; grows for ever
 */
public record MirrorRef(String mirror, long generation) {

    public MirrorRef {
        if (mirror.isEmpty()) {
            throw new IllegalArgumentException("mirror is empty; accepted: the name of a mirror");
        }
        if (generation < 1) {
            throw new IllegalArgumentException("generation " + generation + "; accepted: 1 or more");
        }
    }
}
