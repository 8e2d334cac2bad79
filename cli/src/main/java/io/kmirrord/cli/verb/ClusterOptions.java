// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.statetopic.StateTopicConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options of every verb that talks to a cluster; accepted before the verb and after it. Filled by the parser. */
public final class ClusterOptions {
    static final String BOOTSTRAP_VARIABLE = "MIRRORCTL_BOOTSTRAP_SERVER";
    /** Of opening and of each call. Above the 25 s for which a dead writer may leave a transaction open. */
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

    @Option(
            names = "--bootstrap-server",
            paramLabel = "H:P[,H:P]",
            description = "Brokers of the destination; default $" + BOOTSTRAP_VARIABLE + ".")
    private Optional<String> bootstrap = Optional.empty();

    @Option(
            names = "--command-config",
            paramLabel = "FILE",
            description = "Properties of Kafka's clients, such as security settings.")
    private Optional<Path> commandConfig = Optional.empty();

    @Option(
            names = "--state-topic",
            paramLabel = "NAME",
            description = "Default " + StateTopicConfig.DEFAULT_STATE_TOPIC + ".")
    private Optional<String> stateTopic = Optional.empty();

    @Option(
            names = "--progress-topic",
            paramLabel = "NAME",
            description = "Default " + StateTopicConfig.DEFAULT_PROGRESS_TOPIC + ".")
    private Optional<String> progressTopic = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table or json; default table. Progress goes to stderr.")
    private Optional<OutputFormat> output = Optional.empty();

    /** Returns the options that were given here, as they are written. */
    public List<String> given() {
        return Stream.of(
                        bootstrap.map(value -> "--bootstrap-server"),
                        commandConfig.map(value -> "--command-config"),
                        stateTopic.map(value -> "--state-topic"),
                        progressTopic.map(value -> "--progress-topic"),
                        output.map(value -> "--output"))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns these options, with those of another place where something is not given here. */
    ClusterOptions or(ClusterOptions other) {
        var merged = new ClusterOptions();
        merged.bootstrap = bootstrap.or(() -> other.bootstrap);
        merged.commandConfig = commandConfig.or(() -> other.commandConfig);
        merged.stateTopic = stateTopic.or(() -> other.stateTopic);
        merged.progressTopic = progressTopic.or(() -> other.progressTopic);
        merged.output = output.or(() -> other.output);
        return merged;
    }

    OutputFormat output() {
        return output.orElse(OutputFormat.TABLE);
    }

    /** Returns the topics that are internal by these options. */
    Set<String> reserved() {
        return Set.of(
                stateTopic.orElse(StateTopicConfig.DEFAULT_STATE_TOPIC),
                progressTopic.orElse(StateTopicConfig.DEFAULT_PROGRESS_TOPIC));
    }

    /**
     * Returns how to reach the destination.
     *
     * @throws io.kmirrord.cli.CliException NO_BOOTSTRAP, BAD_FILE, BAD_TOPIC_NAME
     */
    StateTopicConfig destination(Map<String, String> environment) {
        var properties = new HashMap<String, Object>();
        commandConfig.ifPresent(file -> properties.putAll(PropertyFiles.read(file)));
        bootstrap
                .or(() -> properties.containsKey("bootstrap.servers")
                        ? Optional.empty()
                        : Optional.ofNullable(environment.get(BOOTSTRAP_VARIABLE)))
                .ifPresent(servers -> properties.put("bootstrap.servers", servers));
        if (properties.getOrDefault("bootstrap.servers", "").toString().isBlank()) {
            throw CliError.NO_BOOTSTRAP.with();
        }
        try {
            return new StateTopicConfig(
                    properties,
                    stateTopic.orElse(StateTopicConfig.DEFAULT_STATE_TOPIC),
                    progressTopic.orElse(StateTopicConfig.DEFAULT_PROGRESS_TOPIC),
                    CALL_TIMEOUT,
                    Optional.empty());
        } catch (IllegalArgumentException e) {
            throw CliError.BAD_TOPIC_NAME.with(e.getMessage());
        }
    }
}
