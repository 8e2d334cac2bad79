// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import java.util.List;

/** What {@code salvage list} prints. Immutable. */
public record SalvageListReport(List<SalvageRow> salvages) {
    public SalvageListReport {
        salvages = List.copyOf(salvages);
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        if (salvages.isEmpty()) {
            return "no salvages";
        }
        var table = new TextTable("MIRROR", "ID", "REASON", "OFFSETS", "RECORDS", "BYTES", "NODE", "HOST", "SAVED");
        salvages.forEach(row -> table.row(
                row.mirror(),
                row.id(),
                row.reason(),
                row.offsets(),
                row.records(),
                row.bytes(),
                row.node(),
                row.host(),
                row.saved()));
        return table.toString();
    }
}
