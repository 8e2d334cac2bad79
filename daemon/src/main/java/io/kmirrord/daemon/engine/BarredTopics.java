// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.daemon.copy.Obstacles;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.StateView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Topics that may not be copied into, as who has a mirror's duties found and recorded. Pure. */
final class BarredTopics {
    private BarredTopics() {}

    /** Returns why, by topic. */
    static Map<String, Failure> of(StateView view, String mirror, String ownClusterId) {
        Map<String, Failure> barred = new HashMap<>();
        view.configSyncs(mirror).forEach((key, sync) -> {
            if (sync.remoteStorage()
                    && view.wish(mirror, key.topic()).stream()
                            .anyMatch(wish -> wish.generation() == key.generation())) {
                barred.put(key.topic(), Obstacles.remoteStorage(key.topic()));
            }
        });
        // A ring that closed while the lineages of its clusters were being written.
        view.lineages(mirror).forEach((topic, lineage) -> {
            List<String> ring = Upstream.ring(lineage.hops(), ownClusterId);
            if (!ring.isEmpty()) {
                barred.put(topic, new Failure(FailureCode.MIRROR_LOOP, "mirrors " + ring + " and " + mirror));
            }
        });
        return Map.copyOf(barred);
    }
}
