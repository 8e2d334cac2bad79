// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.config;

import io.kmirrord.protocol.AddressMap;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.statemachine.settings.SettingsReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The cluster that is read. Immutable.
 *
 * @param bootstrap {@code source.bootstrap.servers}: host:port, comma-separated
 * @param addressMap {@code source.address.map}: advertised=reachable, comma-separated; default: none
 * @param metadataPoll {@code source.metadata.poll.ms}: how often topics and leaders are asked for; default 1 s
 * @param connectTimeout {@code source.connect.timeout.ms}; default 10 s
 * @param requestTimeout {@code source.request.timeout.ms}; default 30 s
 */
public record SourceConfig(
        List<Endpoint> bootstrap,
        AddressMap addressMap,
        Duration metadataPoll,
        Duration connectTimeout,
        Duration requestTimeout) {

    public SourceConfig {
        bootstrap = List.copyOf(bootstrap);
    }

    static SourceConfig from(SettingsReader settings) {
        return new SourceConfig(
                settings.required("source.bootstrap.servers", List.of(), SourceConfig::endpoints),
                settings.optional("source.address.map", AddressMap.identity(), AddressMap::parse),
                Duration.ofMillis(settings.number("source.metadata.poll.ms", 1_000, 100, 60_000)),
                Duration.ofMillis(settings.number("source.connect.timeout.ms", 10_000, 100, 300_000)),
                Duration.ofMillis(settings.number("source.request.timeout.ms", 30_000, 1_000, 600_000)));
    }

    private static List<Endpoint> endpoints(String text) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            endpoints.add(Endpoint.parse(part));
        }
        return endpoints;
    }
}
