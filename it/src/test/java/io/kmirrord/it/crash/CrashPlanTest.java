// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The plan of crashes has every place that the state machine knows, and the guide shows it. */
final class CrashPlanTest {
    private static final Path DOCUMENT = Path.of("../docs/crash-points.md");
    private static final String BEGIN = "<!-- crash points: generated -->\n";

    @Test
    void everyPlaceBetweenTwoEffectsIsCrashedAt() throws IOException {
        Set<String> planned = new TreeSet<>();
        for (Life life : Life.values()) {
            planned.addAll(life.points());
        }
        assertThat(planned).containsExactlyInAnyOrderElementsOf(CrashPlan.known());
    }

    @Test
    void theGuideShowsThePlan() throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            String document = Files.readString(DOCUMENT);
            Files.writeString(
                    DOCUMENT, document.substring(0, document.indexOf(BEGIN) + BEGIN.length()) + CrashPlan.render());
        }
        assertThat(Files.readString(DOCUMENT))
                .as("run with -Dgolden.update=true after a wanted change")
                .endsWith(BEGIN + CrashPlan.render());
    }
}
