// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which crash happens in which life of a topic. A value. */
final class CrashPlan {
    /** Written by a test of the state machine, from the machine itself. */
    private static final Path EFFECTS =
            Path.of("../statemachine/src/test/resources/io/kmirrord/statemachine/effects.md");

    private CrashPlan() {}

    static String before(String effect) {
        return "before " + effect;
    }

    static String after(String effect) {
        return "after " + effect;
    }

    /** The first of some effects before it begins, and each of them when it ended. */
    static List<String> around(String stateAndJob, String... effects) {
        List<String> points = new ArrayList<>();
        points.add(before(stateAndJob + " " + effects[0]));
        Stream.of(effects).map(effect -> after(stateAndJob + " " + effect)).forEach(points::add);
        return points;
    }

    /**
     * Every place between two effects that the machine knows, before the first and after the last of a step included. Before
     * one that is not the first of its step is after the one before it.
     */
    static Set<String> known() throws IOException {
        Set<String> points = new LinkedHashSet<>();
        for (String line : Files.readAllLines(EFFECTS)) {
            String[] cells = line.split("\\|", -1);
            String state = cells[1].strip();
            if (state.equals("state") || state.startsWith("-")) {
                continue;
            }
            String job = cells[2].strip();
            String[] effects = cells[3].strip().split(", ", -1);
            points.addAll(around(state + (job.isEmpty() ? "" : "/" + job), effects));
        }
        return points;
    }

    /** The table in the guide. */
    static String render() {
        StringBuilder text = new StringBuilder("| life of the topic | the daemon dies |\n|---|---|\n");
        for (Life life : Life.values()) {
            for (String point : life.points()) {
                text.append("| ")
                        .append(life.text())
                        .append(" | ")
                        .append(point)
                        .append(" |\n");
            }
        }
        return text.toString();
    }
}
