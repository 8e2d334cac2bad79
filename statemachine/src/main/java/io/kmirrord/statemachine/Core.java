// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * What every state of a led partition carries. Immutable.
 *
 * @param step number of the last move, also the state epoch of what it persisted
 */
public record Core(
        PartitionId partition,
        long generation,
        int leaderEpoch,
        int step,
        Wish wish,
        Settings settings,
        Memory memory) {

    /** Identity of the effects that the last move asked for, and of the results that are waited for. */
    public EffectId effectId() {
        return new EffectId(generation, leaderEpoch, step);
    }

    Core next() {
        return new Core(partition, generation, leaderEpoch, step + 1, wish, settings, memory);
    }

    Core withWish(Wish newWish, Settings newSettings) {
        return new Core(partition, generation, leaderEpoch, step, newWish, newSettings, memory);
    }

    Core withMemory(Memory newMemory) {
        return new Core(partition, generation, leaderEpoch, step, wish, settings, newMemory);
    }

    /** The same generation under another leadership. Steps of the leadership before never come back. */
    Core led(int newLeaderEpoch) {
        return new Core(partition, generation, newLeaderEpoch, step, wish, settings, memory);
    }

    /** The next generation, which knows how the one before ended. */
    Core reborn(Position lastStop) {
        Memory fresh = Memory.beginning(lastStop.isKnown() ? lastStop : null);
        boolean leftOpen = lastStop.stopEpoch() < 0 && memory.touch() != Touch.UNTOUCHED;
        return new Core(
                partition,
                wish.generation(),
                leaderEpoch,
                step,
                wish,
                settings,
                leftOpen ? fresh.withTouch(Touch.CUT) : fresh);
    }

    boolean wishesNextGeneration() {
        return wish.generation() > generation;
    }

    /** Returns whether this generation must end. */
    boolean mustStop() {
        return wishesNextGeneration() || wish.desired() == Desired.STOPPED;
    }

    boolean wishesPause() {
        return !mustStop() && wish.desired() == Desired.PAUSED;
    }
}
