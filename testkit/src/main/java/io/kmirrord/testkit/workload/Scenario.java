// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

/**
 * One topic of the workload. An implementation writes through the {@link ScenarioContext} alone, which counts along, and
 * draws everything that varies from its random source.
 */
interface Scenario {

    /** Returns the topic to create. Pure. */
    TopicPlan plan(WorkloadSpec spec);

    /**
     * Writes the topic, which exists and has leaders.
     *
     * @throws WorkloadException if a record is refused or a condition does not come true in time
     */
    void write(ScenarioContext context);
}
