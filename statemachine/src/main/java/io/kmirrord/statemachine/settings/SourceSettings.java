// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the source of a mirror is reached. Immutable.
 *
 * @param bootstrap {@code source.bootstrap.servers}: host:port, comma-separated; {@code [v6]:port}
 * @param addressMap {@code source.address.map}: advertised=reachable, comma-separated; empty: none
 * @param metadataPollMs {@code source.metadata.poll.ms}: how often topics and leaders are asked for; default 1 s
 * @param connectTimeoutMs {@code source.connect.timeout.ms}; default 10 s
 * @param requestTimeoutMs {@code source.request.timeout.ms}; default 30 s
 */
public record SourceSettings(
        List<String> bootstrap, String addressMap, long metadataPollMs, long connectTimeoutMs, long requestTimeoutMs) {
    private static final Pattern ENDPOINT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s:,=\\[\\]]+):([0-9]{1,5})");
    private static final int MAX_PORT = 65_535;

    public SourceSettings {
        bootstrap = List.copyOf(bootstrap);
    }

    static SourceSettings from(SettingsReader reader) {
        return new SourceSettings(
                reader.required("source.bootstrap.servers", List.of(), SourceSettings::endpoints),
                reader.optional("source.address.map", "", SourceSettings::addresses),
                reader.number("source.metadata.poll.ms", 1_000, 100, 60_000),
                reader.number("source.connect.timeout.ms", 10_000, 100, 300_000),
                reader.number("source.request.timeout.ms", 30_000, 1_000, 600_000));
    }

    /**
     * Splits and checks a list of host:port.
     *
     * @throws IllegalArgumentException naming the one that is wrong
     */
    public static List<String> endpoints(String text) {
        List<String> endpoints = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            endpoints.add(endpoint(part.trim()));
        }
        return endpoints;
    }

    private static String endpoint(String text) {
        Matcher matcher = ENDPOINT.matcher(text);
        if (!matcher.matches()
                || Integer.parseInt(matcher.group(2)) > MAX_PORT
                || matcher.group(2).equals("0")) {
            throw new IllegalArgumentException("'" + text + "'; accepted: host:port, [v6]:port, port 1 to " + MAX_PORT);
        }
        return text;
    }

    private static String addresses(String text) {
        for (String part : text.split(",", -1)) {
            String[] sides = part.trim().split("=", -1);
            if (sides.length != 2) {
                throw new IllegalArgumentException("'" + part.trim() + "'; accepted: advertised:port=reachable:port");
            }
            endpoint(sides[0].trim());
            endpoint(sides[1].trim());
        }
        return text;
    }
}
