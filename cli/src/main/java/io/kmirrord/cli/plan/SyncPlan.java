// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.List;

/**
 * What asks the daemons to look for what is new at the source, and to sync, at once.
 *
 * @param expiresMs until when the daemons may begin with it, wall clock
 */
public record SyncPlan(String mirror, long expiresMs) {

    /** What is to be written, and the request in it. */
    public record Decision(List<StateRecord> records, RecordKey.Request request) {}

    /**
     * Decides.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR
     */
    public Decision decide(StateView view, Stamp stamp) {
        var facts = MirrorFacts.of(view, mirror);
        var key = new RecordKey.Request(facts.mirror(), stamp.operationId());
        var records = new ArrayList<StateRecord>();
        records.add(stamp.operation(mirror, "sync", List.of()));
        records.add(new StateRecord(key, new RecordValue.SyncRequest(expiresMs)));
        records.addAll(OpenRequests.forgotten(view, mirror, stamp.nowMs()));
        return new Decision(records, key);
    }
}
