// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.SalvageManifest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is to be written so that the state topic says of this node what lies on its disk. Pure. */
final class InventoryPlan {
    private InventoryPlan() {}

    /**
     * What the state topic says.
     *
     * @param salvages of all nodes
     * @param prunes asked of this node
     */
    record Seen(
            Map<RecordKey.Salvage, RecordValue.Salvage> salvages,
            Map<RecordKey.Request, RecordValue.SalvagePruneRequest> prunes) {
        static Seen of(StateView view, int nodeId, long nowMs) {
            return new Seen(view.salvages(), view.openPrunes(nodeId, nowMs));
        }
    }

    /**
     * Announces what the topic lacks or places elsewhere, and tombstones what this node announced and has no more.
     *
     * @param salvages what the topic says
     * @param present manifests on the disk, read after that
     */
    static List<StateRecord> announcements(
            Map<RecordKey.Salvage, RecordValue.Salvage> salvages, List<SalvageManifest> present, int nodeId) {
        List<StateRecord> writes = new ArrayList<>();
        Map<RecordKey.Salvage, RecordValue.Salvage> here = new HashMap<>();
        for (SalvageManifest manifest : present) {
            here.put(manifest.key(), manifest.value());
            if (!manifest.value().equals(salvages.get(manifest.key()))) {
                writes.add(manifest.record());
            }
        }
        salvages.forEach((key, value) -> {
            if (value.nodeId() == nodeId && !here.containsKey(key)) {
                writes.add(new StateRecord(key, null));
            }
        });
        return writes;
    }
}
