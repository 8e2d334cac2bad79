// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.plan.Patterns;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.List;
import picocli.CommandLine.Option;

/** Which topics. Filled by the parser. */
final class TopicOptions {
    @Option(
            names = "--topics",
            paramLabel = "PATTERN",
            split = ",",
            description = "Topic names and RE2 patterns of whole names, comma-separated; default all of the mirror.")
    private List<String> topics = List.of();

    TopicPatterns patterns() {
        return Patterns.parse(topics);
    }
}
