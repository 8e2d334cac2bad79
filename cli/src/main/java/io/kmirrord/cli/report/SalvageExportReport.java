// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import java.util.List;

/**
 * What {@code salvage export} prints. Immutable.
 *
 * @param files written, the manifest last
 */
public record SalvageExportReport(String mirror, String id, long records, long bytes, List<String> files) {
    public SalvageExportReport {
        files = List.copyOf(files);
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        return "exported salvage " + id + ", " + records + " records, " + bytes + " bytes, checked by CRC:"
                + System.lineSeparator() + "  " + String.join(System.lineSeparator() + "  ", files);
    }
}
