// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of left-aligned columns, two spaces apart, without trailing spaces. Not thread-safe. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... header) {
        rows.add(List.of(header));
    }

    /** One value per column. */
    public TextTable row(Object... values) {
        if (values.length != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    values.length + " values for the " + rows.get(0).size() + " columns " + rows.get(0));
        }
        rows.add(IntStream.range(0, values.length)
                .mapToObj(i -> String.valueOf(values[i]))
                .toList());
        return this;
    }

    @Override
    public String toString() {
        var widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining(System.lineSeparator()));
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }
}
