// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.accounts;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A cluster asked for what it has set for its clients. Thread-safe; does not block. Fails as a whole, with Kafka's own error
 * where the principal may not ask, or the cluster's release does not know the question.
 */
public interface ClusterAccounts {

    /** Asks for client quotas: values by key, by entity such as {@code user=ada,client-id=<default>}. */
    CompletableFuture<Map<String, Map<String, Double>>> quotas();

    /** Asks for SCRAM users: the mechanisms in order, by name. Nothing of their credentials is kept. */
    CompletableFuture<Map<String, List<String>>> users();
}
