// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.report.DescribeReport;
import io.kmirrord.cli.report.MirrorReport;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows partitions. */
@Command(
        name = "describe",
        description = {
            "Shows state, offsets and leader of each partition, and why it is not where it was wished.",
            "Offsets are as the daemons last reported them."
        })
final class DescribeCommand extends ClusterVerb {
    @Parameters(paramLabel = "MIRROR", arity = "0..1", description = "Default all.")
    private Optional<String> mirror = Optional.empty();

    @Mixin
    private TopicOptions topics = new TopicOptions();

    @Option(names = "--failed", description = "Only FAILED partitions, and topics that were deleted.")
    private boolean failed;

    DescribeCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        var patterns = topics.patterns();
        try (var destination = open(false)) {
            var signs = signs(destination);
            var mirrors = Snapshot.of(destination, mirror, patterns, true, signs);
            if (failed) {
                mirrors = mirrors.stream().map(MirrorReport::onlyFailed).toList();
            }
            context()
                    .console()
                    .result(DescribeReport.of(mirrors, signs, destination.warnings())
                            .print(format()));
            destination.warnings().forEach(warning -> note("warning: " + warning));
            return ExitCode.OK;
        }
    }
}
