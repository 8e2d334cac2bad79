// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;

/** What {@code salvage show} prints. Immutable. */
public record SalvageReport(SalvageRow salvage) {

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(salvage);
        }
        var cluster = salvage.sourceClusterId();
        return new TextTable("SALVAGE", salvage.id())
                .row("mirror", salvage.mirror())
                .row("topic", salvage.topic())
                .row("topic id", salvage.topicId())
                .row("partition", salvage.partition())
                .row("reason", salvage.reason())
                .row("offsets", salvage.offsets())
                .row("records", salvage.records())
                .row("batches", salvage.batches())
                .row("bytes", salvage.bytes())
                .row("crc32c", Long.toHexString(salvage.crc32c()))
                .row("generation", salvage.generation())
                .row("leader epoch", salvage.leaderEpoch())
                .row("source cluster", cluster == null ? "-" : cluster)
                .row("node", salvage.node())
                .row("host", salvage.host())
                .row("path", salvage.path())
                .row("saved", salvage.saved())
                .toString();
    }
}
