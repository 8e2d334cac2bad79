// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.testkit.workload.Workload;
import java.util.HashMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The whole workload from one broker to three, as a stranger runs it first. */
final class DemoIT {
    @Test
    void everyKindOfBatchArrivesEqualAndNothingIsLeftRunning() throws Exception {
        var before = children();
        var demo = Console.run("demo", "-o", "json", "--timeout", "300");
        assertThat(demo.exitCode()).as(demo.err() + demo.out()).isEqualTo(0);

        var json = demo.json();
        assertThat(json.path("equal").asBoolean()).isTrue();
        // Of a trimmed topic some partitions are empty.
        var bytes = new HashMap<String, Long>();
        for (var row : json.path("partitions")) {
            assertThat(row.path("replicas").asInt()).as(row.toString()).isEqualTo(3);
            assertThat(row.path("bytesEqual").asBoolean()).as(row.toString()).isTrue();
            assertThat(row.path("consumersEqual").asBoolean())
                    .as(row.toString())
                    .isTrue();
            bytes.merge(row.path("scenario").asText(), row.path("bytes").asLong(), Long::sum);
        }
        assertThat(bytes.keySet())
                .containsExactlyInAnyOrderElementsOf(Workload.names().stream()
                        .filter(name -> !name.equals("bulk"))
                        .toList());
        assertThat(bytes.values()).allMatch(sum -> sum > 0);
        assertThat(children()).isEqualTo(before);
    }

    /** Every living process that this JVM has started, directly or not. */
    private static Set<Long> children() {
        return ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }
}
