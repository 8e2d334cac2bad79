// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.accounts.ClusterAccounts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Quotas and users of a cluster in memory. Thread-safe by one lock. */
public final class FakeAccounts implements ClusterAccounts {
    private final Map<String, Map<String, Double>> quotas = new HashMap<>();
    private final Map<String, List<String>> users = new HashMap<>();
    private @Nullable RuntimeException quotaFailure;
    private @Nullable RuntimeException userFailure;
    private boolean silent;

    public synchronized void quota(String entity, String key, double value) {
        quotas.computeIfAbsent(entity, name -> new HashMap<>()).put(key, value);
    }

    public synchronized void user(String name, String... mechanisms) {
        users.put(name, List.of(mechanisms));
    }

    /** What questions for quotas fail with; null: none. */
    public synchronized void failQuotas(@Nullable RuntimeException reason) {
        quotaFailure = reason;
    }

    /** What questions for users fail with; null: none. */
    public synchronized void failUsers(@Nullable RuntimeException reason) {
        userFailure = reason;
    }

    /** No question is answered from now on. */
    public synchronized void fallSilent() {
        silent = true;
    }

    @Override
    public synchronized CompletableFuture<Map<String, Map<String, Double>>> quotas() {
        return answer(Map.copyOf(quotas), quotaFailure);
    }

    @Override
    public synchronized CompletableFuture<Map<String, List<String>>> users() {
        return answer(Map.copyOf(users), userFailure);
    }

    private <T> CompletableFuture<T> answer(T value, @Nullable RuntimeException failure) {
        if (silent) {
            return new CompletableFuture<>();
        }
        return failure == null ? CompletableFuture.completedFuture(value) : CompletableFuture.failedFuture(failure);
    }
}
