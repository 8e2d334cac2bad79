// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Requests to daemons with a mirror's duties, which only commands write and only commands remove. Pure. */
final class OpenRequests {
    /** Long enough for the command that asked to read the outcome. */
    private static final long KEPT_MS = 3_600_000;

    private OpenRequests() {}

    /** Returns tombstones of those that no daemon has answered: what is stopped shall not start by one of them. */
    static List<StateRecord> withdrawn(StateView view, String mirror, long nowMs) {
        return view.openRequests(mirror, nowMs).entrySet().stream()
                .filter(entry -> entry.getValue() instanceof RecordValue.StartRequest)
                .map(Map.Entry::getKey)
                .map(OpenRequests::tombstone)
                .toList();
    }

    /** Returns tombstones of those whose command did not stay to remove them; of a comparison what came of it goes, too. */
    static List<StateRecord> forgotten(StateView view, String mirror, long nowMs) {
        var outcomes = view.outcomes(mirror);
        return view.doneRequests(mirror).stream()
                .filter(key -> view.get(key).stream()
                        .anyMatch(value -> value instanceof RecordValue.StartRequest
                                || value instanceof RecordValue.PromoteRequest
                                || value instanceof RecordValue.SyncRequest
                                || value instanceof RecordValue.DiffRequest))
                .filter(key -> {
                    var outcome = outcomes.get(new RecordKey.RequestOutcome(mirror, key.requestId()));
                    return outcome != null && outcome.atMs() < nowMs - KEPT_MS;
                })
                .flatMap(key -> view.get(key).stream().anyMatch(RecordValue.DiffRequest.class::isInstance)
                        // The request first, or it would be open again.
                        ? Stream.of(
                                tombstone(key),
                                new StateRecord(new RecordKey.RequestOutcome(mirror, key.requestId()), null))
                        : Stream.of(tombstone(key)))
                .toList();
    }

    static StateRecord tombstone(RecordKey.Request key) {
        return new StateRecord(key, null);
    }
}
