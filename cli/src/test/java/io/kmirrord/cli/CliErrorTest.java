// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class CliErrorTest {
    private static final Path GUIDE = Path.of("..", "docs", "mirrorctl.md");
    private static final String BEGIN = "<!-- errors: written by CliErrorTest -->\n";
    private static final String END = "<!-- end of errors -->\n";

    @Test
    void numbersAreUniqueAndStayInTheirCategory() {
        assertThat(Arrays.stream(CliError.values()).map(CliError::number)).doesNotHaveDuplicates();
        for (var error : CliError.values()) {
            var exitCode = switch (error.number().charAt(2)) {
                case '1' -> ExitCode.USAGE;
                case '2' -> ExitCode.REFUSED;
                case '3' -> ExitCode.PERMISSION;
                case '4' -> ExitCode.UNREACHABLE;
                case '5' -> ExitCode.TIMEOUT;
                case '6' -> ExitCode.LAGGING;
                default -> -1;
            };
            assertThat(error.exitCode()).as(error.number()).isEqualTo(exitCode);
            assertThat(error.remedy()).as(error.number()).isNotBlank();
        }
    }

    @Test
    void theMessageHasNumberValuesAndRemedy() {
        var failure = CliError.BAD_DURATION.with("1 day");
        assertThat(failure.getMessage())
                .startsWith("KM1005: duration '1 day'; accepted: ")
                .endsWith("what to do: correct it");
        assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void theGuideListsThemAll() throws IOException {
        var guide = Files.readString(GUIDE);
        var from = guide.indexOf(BEGIN);
        var to = guide.indexOf(END);
        assertThat(from).as("marker in " + GUIDE).isNotNegative();
        assertThat(to).as("marker in " + GUIDE).isGreaterThan(from);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(GUIDE, guide.substring(0, from + BEGIN.length()) + table() + guide.substring(to));
            return;
        }
        assertThat(guide.substring(from + BEGIN.length(), to)).isEqualTo(table());
    }

    private static String table() {
        return Arrays.stream(CliError.values())
                .map(error -> "| " + error.number() + " | " + error.exitCode() + " | "
                        + error.text().replace("%s", "…").replace("|", "\\|") + " | " + error.remedy() + " |\n")
                .collect(Collectors.joining(
                        "", "\n| number | exit code | says | what to do |\n|---|---|---|---|\n", "\n"));
    }
}
