// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Topic configs of one cluster. Thread-safe; does not block. Fails as a whole where the cluster does not answer. */
public interface ClusterConfigs {

    /** Asks for the configs of topics; each of them has an answer. */
    CompletableFuture<Map<String, ConfigAnswer>> read(Set<String> topics);

    /**
     * Changes configs, those of one topic all or none. Idempotent.
     *
     * @return why topics were not changed; those that were are left out
     */
    CompletableFuture<Map<String, ConfigRefusal>> alter(Map<String, ConfigChange> changes);
}
