// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/**
 * Topic configs by Kafka's Admin client, which is made with the first question, on thread {@code kmirrord-io-1}, because
 * making it resolves names.
 */
public final class AdminTopicConfigs implements TopicConfigs {
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final Map<String, Object> settings;
    private final ExecutorService io = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "kmirrord-io-1");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Admin admin;

    public AdminTopicConfigs(Map<String, Object> settings) {
        this.settings = Map.copyOf(settings);
    }

    @Override
    public CompletableFuture<Map<String, String>> ownConfigs(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return CompletableFuture.supplyAsync(this::admin, io)
                .thenCompose(made -> made.describeConfigs(List.of(resource))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture())
                .thenApply(AdminTopicConfigs::own);
    }

    private static Map<String, String> own(Map<ConfigResource, Config> answer) {
        Map<String, String> own = new HashMap<>();
        for (Config config : answer.values()) {
            for (ConfigEntry entry : config.entries()) {
                if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG && entry.value() != null) {
                    own.put(entry.name(), entry.value());
                }
            }
        }
        return own;
    }

    private synchronized Admin admin() {
        if (admin == null) {
            admin = Admin.create(settings);
        }
        return admin;
    }

    @Override
    public void close() {
        io.shutdownNow();
        synchronized (this) {
            if (admin != null) {
                admin.close(CLOSE);
            }
        }
    }
}
