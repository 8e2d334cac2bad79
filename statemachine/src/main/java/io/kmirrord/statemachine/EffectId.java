// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * Identity of everything that one step asks for. Its results carry the same identity, so that one that arrives after
 * the machine went on is recognised and dropped. Grows with every move of a partition: first generation, then leader
 * epoch, then step. Immutable.
 *
 * @param generation life of the mirror topic
 * @param leaderEpoch destination leader epoch under which the effect was asked for; -1 before the first leadership
 * @param step number of the move; also the state epoch of a state persisted by it
 */
public record EffectId(long generation, int leaderEpoch, int step) implements Comparable<EffectId> {
    @Override
    public int compareTo(EffectId other) {
        int byGeneration = Long.compare(generation, other.generation);
        int byEpoch = byGeneration != 0 ? byGeneration : Integer.compare(leaderEpoch, other.leaderEpoch);
        return byEpoch != 0 ? byEpoch : Integer.compare(step, other.step);
    }
}
