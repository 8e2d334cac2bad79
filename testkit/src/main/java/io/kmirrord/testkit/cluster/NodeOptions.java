// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What can differ from node to node and from one start of a node to the next. Later settings win. Not thread-safe. */
public final class NodeOptions {
    /** A Java agent: its jar and, per node, its arguments (empty for none). */
    record Agent(Path jar, Function<NodePlan, String> arguments) {}

    private final Map<String, String> properties = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private Optional<Agent> agent = Optional.empty();
    private KafkaVersion version;
    private int heapMb = 384;

    NodeOptions(KafkaVersion version) {
        this.version = version;
    }

    /** A line of {@code server.properties}; replaces the launcher's own. */
    public NodeOptions property(String key, String value) {
        properties.put(key, value);
        return this;
    }

    /** An environment variable. */
    public NodeOptions environment(String key, String value) {
        environment.put(key, value);
        return this;
    }

    /** An option on the command line of the JVM, after the launcher's own. */
    public NodeOptions jvmOption(String option) {
        jvmOptions.add(option);
        return this;
    }

    public NodeOptions heapMb(int mebibytes) {
        heapMb = mebibytes;
        return this;
    }

    /** A Java agent, handed over in {@code JDK_JAVA_OPTIONS}. */
    public NodeOptions agent(Path jar, Function<NodePlan, String> arguments) {
        agent = Optional.of(new Agent(jar, arguments));
        return this;
    }

    public NodeOptions withoutAgent() {
        agent = Optional.empty();
        return this;
    }

    /** Another Kafka version than the cluster's: an upgrade when the node has data already. */
    public NodeOptions version(KafkaVersion other) {
        version = other;
        return this;
    }

    Map<String, String> properties() {
        return properties;
    }

    Map<String, String> environment() {
        return environment;
    }

    List<String> jvmOptions() {
        return jvmOptions;
    }

    int heapMb() {
        return heapMb;
    }

    Optional<Agent> agent() {
        return agent;
    }

    KafkaVersion version() {
        return version;
    }
}
