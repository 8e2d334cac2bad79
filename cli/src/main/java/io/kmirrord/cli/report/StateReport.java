// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;

/**
 * What export and import print. Immutable.
 *
 * @param verb exported or imported
 */
public record StateReport(String verb, String file, int records) {

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        return format == OutputFormat.JSON ? Json.of(this) : verb + " " + records + " records, " + file;
    }
}
