// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.facts.Salvages;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Salvages to delete.
 *
 * @param ids empty: all that were saved before a time
 * @param beforeMs wall clock; counts without ids only
 * @param expiresMs until when a daemon may act on the requests, wall clock
 */
public record PrunePlan(String mirror, List<String> ids, long beforeMs, long expiresMs) {
    /** Far below what fits into a record, whatever the topics are called. */
    private static final int IDS_PER_REQUEST = 500;

    public PrunePlan {
        ids = List.copyOf(ids);
    }

    /**
     * What is to be written.
     *
     * @param chosen by id
     * @param requests each to one node; empty if nothing was chosen
     * @param records to write, the requests among them
     */
    public record Decision(
            Map<String, RecordValue.Salvage> chosen,
            Map<RecordKey.Request, RecordValue.SalvagePruneRequest> requests,
            List<StateRecord> records) {}

    /**
     * Decides.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR, UNKNOWN_SALVAGE
     */
    public Decision decide(StateView view, Stamp stamp) {
        var chosen = chosen(Salvages.of(view, mirror));
        var byNode = new TreeMap<Integer, List<String>>();
        chosen.forEach((id, salvage) -> byNode.computeIfAbsent(salvage.nodeId(), node -> new ArrayList<>())
                .add(id));
        var requests = new LinkedHashMap<RecordKey.Request, RecordValue.SalvagePruneRequest>();
        byNode.forEach((node, all) -> {
            for (var from = 0; from < all.size(); from += IDS_PER_REQUEST) {
                requests.put(
                        new RecordKey.Request(mirror, stamp.operationId() + "." + requests.size()),
                        new RecordValue.SalvagePruneRequest(
                                node, all.subList(from, Math.min(all.size(), from + IDS_PER_REQUEST)), expiresMs));
            }
        });
        var records = new ArrayList<StateRecord>();
        if (!requests.isEmpty()) {
            var topics = new LinkedHashSet<String>();
            chosen.values().forEach(salvage -> topics.add(salvage.topic()));
            records.add(stamp.operation(mirror, "salvage prune", List.copyOf(topics)));
            requests.forEach((key, request) -> records.add(new StateRecord(key, request)));
        }
        return new Decision(chosen, requests, records);
    }

    private Map<String, RecordValue.Salvage> chosen(Map<String, RecordValue.Salvage> present) {
        var chosen = new LinkedHashMap<String, RecordValue.Salvage>();
        for (var id : ids) {
            var salvage = present.get(id);
            if (salvage == null) {
                throw CliError.UNKNOWN_SALVAGE.with(mirror, id);
            }
            chosen.put(id, salvage);
        }
        if (ids.isEmpty()) {
            present.forEach((id, salvage) -> {
                if (salvage.atMs() < beforeMs) {
                    chosen.put(id, salvage);
                }
            });
        }
        return chosen;
    }
}
