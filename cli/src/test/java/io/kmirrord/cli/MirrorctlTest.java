// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MirrorctlTest {
    private final Capture console = new Capture();

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({
        "mirrorctl.txt, --help",
        "create.txt, create --help",
        "delete.txt, delete --help",
        "list.txt, list --help",
        "describe.txt, describe --help",
        "diff.txt, diff --help",
        "config.txt, config --help",
        "start.txt, start --help",
        "salvage.txt, salvage --help",
        "salvage-list.txt, salvage list --help",
        "salvage-show.txt, salvage show --help",
        "salvage-export.txt, salvage export --help",
        "salvage-prune.txt, salvage prune --help",
        "stop.txt, stop --help",
        "failover.txt, failover --help",
        "pause.txt, pause --help",
        "resume.txt, resume --help",
        "recover.txt, recover --help",
        "promote.txt, promote --help",
        "sync.txt, sync --help",
        "state.txt, state --help",
        "state-export.txt, state export --help",
        "state-import.txt, state import --help",
        "demo.txt, demo --help",
        "sandbox.txt, sandbox --help",
        "sandbox-up.txt, sandbox up --help",
        "sandbox-status.txt, sandbox status --help",
        "sandbox-down.txt, sandbox down --help"
    })
    void theHelpIsAsWritten(String golden, String arguments) throws Exception {
        assertThat(console.run(arguments.split(" ", -1))).isEqualTo(ExitCode.OK);
        Golden.check("help-" + golden, console.out());
        assertThat(console.err()).isEmpty();
    }

    @Test
    void theVersionNamesTheDestinationsItCanMirrorInto() {
        assertThat(console.run("--version")).isEqualTo(ExitCode.OK);
        assertThat(console.out()).startsWith("mirrorctl 0.").contains("Kafka 4.1.2, 4.2.1, 4.3.1, 4.4.0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "demo --kafka-version 3.9.2 | --kafka-version 3.9.2 | 4.1, 4.2, 4.3, 4.4",
                "demo --kafka-version latest | 'latest' is not a Kafka version | 4.4.0",
                "demo --source-kafka-version 2.0.1 | --source-kafka-version 2.0.1 | 2.1.0",
                "demo --destination-brokers 0 | --destination-brokers 0 | 1 to 9",
                "demo --timeout 0 | --timeout 0 | 1 or more",
                "demo --output yaml | 'yaml' | [TABLE, JSON]",
                "demo --source-brokers many | 'many' | --source-brokers",
                "sandbox up --dedicated-controllers 6 | --dedicated-controllers 6 | 0 to 5",
                "sandbox up --topics a,__b | '__b' | a-z A-Z 0-9",
                "sandbox up --topics ok,not/ok | 'not/ok' | a-z A-Z 0-9",
                "sandbox upp | 'upp' | up",
                "list --output yaml | 'yaml' | [TABLE, JSON]",
                "diff west --only tables | 'tables' | [TOPICS, CONFIGS, GROUPS, ACLS, QUOTAS, USERS]",
                "create | MIRROR | create",
                "stop west extra | 'extra' | stop",
                "frobnicate | 'frobnicate' | mirrorctl"
            })
    void badInputNamesTheValueAndTheAcceptedOnes(String arguments, String value, String accepted) {
        assertThat(console.run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);
        assertThat(console.err()).contains(value).contains(accepted);
        assertThat(console.out()).isEmpty();
    }

    @Test
    void aFolderThatIsInUseIsRefused() throws Exception {
        Files.createFile(dir.resolve("something"));
        assertThat(console.run("demo", "--dir", dir.toString())).isEqualTo(ExitCode.REFUSED);
        assertThat(console.err()).contains(dir.toString()).contains("empty folder");
        assertThat(List.of(dir.toFile().list())).containsExactly("something");
    }

    @Test
    void withoutASandboxStatusAndDownSayHowToStartOne() {
        for (var verb : List.of("status", "down")) {
            assertThat(console.run("sandbox", verb, "--dir", dir.toString())).isEqualTo(ExitCode.REFUSED);
            assertThat(console.err()).contains("no sandbox in " + dir).contains("sandbox up");
        }
    }
}
