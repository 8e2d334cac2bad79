// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.ArrayList;
import java.util.List;

/**
 * What a comparison asks of the daemons. It is no operation: nothing changes by it.
 *
 * @param patterns which topics; empty: all of the mirror
 * @param expiresMs until when the daemons may take to answer, wall clock
 */
public record DiffPlan(String mirror, TopicPatterns patterns, List<Subject> subjects, long expiresMs) {
    public DiffPlan {
        subjects = List.copyOf(subjects);
    }

    /** What is to be written, and the request to wait for. */
    public record Decision(List<StateRecord> records, RecordKey.Request request) {}

    /**
     * Decides.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR
     */
    public Decision decide(StateView view, Stamp stamp) {
        var unused = MirrorFacts.definition(view, mirror);
        var key = new RecordKey.Request(mirror, stamp.operationId());
        var records = new ArrayList<StateRecord>();
        records.add(new StateRecord(
                key,
                new RecordValue.DiffRequest(
                        patterns.texts(),
                        subjects.stream().map(Subject::toString).toList(),
                        expiresMs)));
        records.addAll(OpenRequests.forgotten(view, mirror, stamp.nowMs()));
        return new Decision(records, key);
    }
}
