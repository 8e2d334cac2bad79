// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;
import java.util.Map;

/**
 * When, by whom and under which id something is done. Immutable.
 *
 * @param operationId unique
 * @param nowMs wall clock
 */
public record Stamp(String operationId, long nowMs, Operator operator) {

    /** Returns the record of what is done, written before it is. */
    public StateRecord operation(String mirror, String verb, List<String> topics) {
        return new StateRecord(
                new RecordKey.Operation(mirror, operationId),
                new RecordValue.Operation(
                        verb, topics, operator.user(), operator.host(), operator.clientVersion(), nowMs));
    }

    /**
     * Returns the record of what came of it.
     *
     * @param details such as those of {@link StopDetails} and {@link CutDetails}
     */
    public StateRecord outcome(String mirror, boolean done, String message, long atMs, Map<String, String> details) {
        return new StateRecord(
                new RecordKey.OperationOutcome(mirror, operationId),
                new RecordValue.Outcome(done, message, -1, atMs, details));
    }
}
