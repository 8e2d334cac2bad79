// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import io.kmirrord.cli.facts.MirrorFacts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@code config} shows. Immutable. */
public record ConfigReport(
        String mirror,
        int revision,
        Map<String, String> config,
        List<String> includes,
        List<String> excludes,
        @Nullable String sourceClusterId) {

    public static ConfigReport of(MirrorFacts facts) {
        var definition = facts.definition();
        return new ConfigReport(
                facts.mirror(),
                facts.revision(),
                new TreeMap<>(definition.config()),
                definition.includes(),
                definition.excludes(),
                definition.sourceClusterId());
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        var table = new TextTable("SETTING", "VALUE");
        config.forEach(table::row);
        return table + System.lineSeparator() + "patterns: " + text(includes)
                + (excludes.isEmpty() ? "" : System.lineSeparator() + "without: " + text(excludes));
    }

    private static String text(List<String> patterns) {
        return patterns.isEmpty() ? "none" : String.join(", ", patterns);
    }
}
