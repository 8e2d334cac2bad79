// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.Json;
import org.jspecify.annotations.Nullable;

/** What a command that is refused prints on stdout with {@code -o json}. Immutable. */
public record ErrorReport(Body error) {

    /** The error itself; {@code number} as in docs/mirrorctl.md, null if it has none. */
    public record Body(
            @Nullable String number,
            int exitCode,
            String message,
            @Nullable String whatToDo) {}

    public static ErrorReport of(CliException failure) {
        var error = failure.error();
        return new ErrorReport(new Body(
                error == null ? null : error.number(),
                failure.exitCode(),
                failure.detail(),
                failure.remedy().isEmpty() ? null : failure.remedy()));
    }

    /** Returns the text for stdout. */
    public String print() {
        return Json.of(this);
    }
}
