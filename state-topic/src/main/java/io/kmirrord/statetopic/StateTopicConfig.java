// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.settings.Names;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Connection and names. Immutable.
 *
 * @param clientProperties of Kafka's clients: {@code bootstrap.servers}, security; never printed
 * @param stateTopic name of the state topic
 * @param progressTopic name of the progress topic
 * @param timeout of opening, of a read to the end and of a plain write
 * @param memory folder in which the id of the topic is remembered, so that another one of its name is refused after a
 *     restart too (N3); empty for who does not act on what is in it
 */
public record StateTopicConfig(
        Map<String, Object> clientProperties,
        String stateTopic,
        String progressTopic,
        Duration timeout,
        Optional<Path> memory) {
    public static final String DEFAULT_STATE_TOPIC = "__mirror_state";
    public static final String DEFAULT_PROGRESS_TOPIC = "__mirror_progress";
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    private static final String BOOTSTRAP = "bootstrap.servers";

    /** @throws IllegalArgumentException that names the bad value */
    public StateTopicConfig {
        clientProperties = Map.copyOf(clientProperties);
        if (clientProperties.getOrDefault(BOOTSTRAP, "").toString().isBlank()) {
            throw new IllegalArgumentException("client properties " + new TreeSet<>(clientProperties.keySet())
                    + " lack bootstrap.servers; accepted: host:port[,host:port]");
        }
        requireTopic("state topic", stateTopic);
        requireTopic("progress topic", progressTopic);
        if (stateTopic.equals(progressTopic)) {
            throw new IllegalArgumentException(
                    "state topic and progress topic are both '" + stateTopic + "'; accepted: two names");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout " + timeout + "; accepted: more than 0");
        }
    }

    private static void requireTopic(String what, String name) {
        if (!Names.isTopic(name)) {
            throw new IllegalArgumentException(
                    what + " '" + name + "'; accepted: 1 to 249 of the characters a-z, A-Z, 0-9, '.', '_' and '-'");
        }
    }

    /** Returns the defaults for a cluster without security. */
    public static StateTopicConfig of(String bootstrapServers) {
        return of(Map.of(BOOTSTRAP, bootstrapServers));
    }

    /** Returns the defaults with properties of Kafka's clients. */
    public static StateTopicConfig of(Map<String, Object> clientProperties) {
        return new StateTopicConfig(
                clientProperties, DEFAULT_STATE_TOPIC, DEFAULT_PROGRESS_TOPIC, DEFAULT_TIMEOUT, Optional.empty());
    }

    public StateTopicConfig withStateTopic(String name) {
        return new StateTopicConfig(clientProperties, name, progressTopic, timeout, memory);
    }

    public StateTopicConfig withProgressTopic(String name) {
        return new StateTopicConfig(clientProperties, stateTopic, name, timeout, memory);
    }

    public StateTopicConfig withTimeout(Duration value) {
        return new StateTopicConfig(clientProperties, stateTopic, progressTopic, value, memory);
    }

    public StateTopicConfig withMemory(Path folder) {
        return new StateTopicConfig(clientProperties, stateTopic, progressTopic, timeout, Optional.of(folder));
    }

    /** Returns the addresses of the cluster, for messages. */
    public String bootstrapServers() {
        return String.valueOf(clientProperties.get(BOOTSTRAP));
    }

    /** Names the properties and never prints their values, which may be secrets. */
    @Override
    public String toString() {
        return "StateTopicConfig[bootstrapServers=" + bootstrapServers() + ", clientProperties="
                + new TreeSet<>(clientProperties.keySet()) + ", stateTopic=" + stateTopic + ", progressTopic="
                + progressTopic + ", timeout=" + timeout + ", memory=" + memory + "]";
    }
}
