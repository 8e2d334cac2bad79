// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.SalvageManifest;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes salvages as asked. Idempotent: one that is not there is deleted. Blocks. */
final class Prune {
    private static final Logger LOG = LoggerFactory.getLogger(Prune.class);

    private final SalvageStore store;
    private final Map<RecordKey.Salvage, SalvageManifest> present = new HashMap<>();

    /** @param present what lies on the disk; nothing else is ever deleted, whatever is asked */
    Prune(SalvageStore store, List<SalvageManifest> present) {
        this.store = store;
        present.forEach(manifest -> this.present.put(manifest.key(), manifest));
    }

    /** Deletes, and returns the record of what came of it. */
    StateRecord serve(RecordKey.Request key, RecordValue.SalvagePruneRequest request) {
        Map<String, String> details = new TreeMap<>();
        long bytes = 0;
        for (String id : request.salvageIds()) {
            SalvageManifest manifest = present.get(new RecordKey.Salvage(key.mirror(), id));
            try {
                if (manifest != null) {
                    store.delete(manifest);
                    bytes += manifest.value().bytes();
                    LOG.warn("salvage {} of mirror {} was deleted as asked", id, key.mirror());
                }
            } catch (IOException e) {
                LOG.error("salvage {} of mirror {} could not be deleted", id, key.mirror(), e);
                details.put(id, "cannot delete " + manifest.value().path() + ": " + e);
            }
        }
        int failed = details.size();
        int deleted = request.salvageIds().size() - failed;
        details.put("bytes", Long.toString(bytes));
        return new StateRecord(
                new RecordKey.RequestOutcome(key.mirror(), key.requestId()),
                new RecordValue.Outcome(
                        failed == 0,
                        deleted + " of " + request.salvageIds().size() + " salvages are deleted",
                        store.owner().nodeId(),
                        store.nowMs(),
                        details));
    }
}
