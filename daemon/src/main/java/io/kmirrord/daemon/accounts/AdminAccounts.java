// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.accounts;

import io.kmirrord.statetopic.kafka.Answers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.UserScramCredentialsDescription;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.quota.ClientQuotaFilter;

/** Quotas and users by Kafka's Admin client. */
public final class AdminAccounts implements ClusterAccounts {
    private static final String DEFAULT = "<default>";
    /** The order in which Kafka's tools name them. */
    private static final List<String> TYPES =
            List.of(ClientQuotaEntity.USER, ClientQuotaEntity.CLIENT_ID, ClientQuotaEntity.IP);

    private final Supplier<CompletableFuture<Admin>> admin;

    /** @param admin made or given with each question; not closed here */
    public AdminAccounts(Supplier<CompletableFuture<Admin>> admin) {
        this.admin = admin;
    }

    @Override
    public CompletableFuture<Map<String, Map<String, Double>>> quotas() {
        return admin.get()
                .thenCompose(made -> Answers.future(
                        made.describeClientQuotas(ClientQuotaFilter.all()).entities()))
                .thenApply(found -> {
                    Map<String, Map<String, Double>> quotas = new HashMap<>();
                    found.forEach((entity, values) -> quotas.put(name(entity), values));
                    return quotas;
                });
    }

    /** Returns an entity as text; a name that Kafka has none for is that of all the others. */
    static String name(ClientQuotaEntity entity) {
        List<String> parts = new ArrayList<>();
        List<String> types = new ArrayList<>(TYPES);
        entity.entries().keySet().stream()
                .filter(type -> !TYPES.contains(type))
                .sorted()
                .forEach(types::add);
        for (String type : types) {
            if (entity.entries().containsKey(type)) {
                String name = entity.entries().get(type);
                parts.add(type + "=" + (name == null ? DEFAULT : name));
            }
        }
        return String.join(",", parts);
    }

    @Override
    public CompletableFuture<Map<String, List<String>>> users() {
        return admin.get()
                .thenCompose(made ->
                        Answers.future(made.describeUserScramCredentials().all()))
                .thenApply(found -> {
                    Map<String, List<String>> users = new HashMap<>();
                    found.forEach((name, described) -> users.put(name, mechanisms(described)));
                    return users;
                });
    }

    private static List<String> mechanisms(UserScramCredentialsDescription described) {
        return described.credentialInfos().stream()
                .map(info -> info.mechanism().mechanismName())
                .sorted()
                .toList();
    }
}
