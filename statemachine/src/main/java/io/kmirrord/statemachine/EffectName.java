// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * An effect by name, with the state and the job that ask for it: what operators and tests tell effects apart by. Immutable.
 *
 * @param job or step of the state, empty in a state that has none
 * @param effect simple name of its class
 */
public record EffectName(StateName state, String job, String effect) {

    /**
     * Names an effect of a step. What is persisted names its own state, since a step may pass through one: STOPPED, where the
     * next generation was wished already.
     *
     * @param next what the step made of the partition
     */
    public static EffectName of(PartitionState next, Effect effect) {
        String name = effect.getClass().getSimpleName();
        if (effect instanceof Effect.PersistState persist) {
            return new EffectName(persist.recorded().state(), persist.recorded().job(), name);
        }
        return new EffectName(next.name(), next instanceof PartitionState.Led led ? led.jobName() : "", name);
    }

    /** Such as {@code STOPPING/MARKING PutMark}. */
    @Override
    public String toString() {
        return state + (job.isEmpty() ? "" : "/" + job) + " " + effect;
    }
}
