// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every state against every event, by trying; the result is a golden file and a part of the documentation. */
final class MatrixTest {
    private static final Path GOLDEN = Path.of("src/test/resources/io/kmirrord/statemachine/matrix.md");
    private static final Path DOCUMENT = Path.of("../docs/statemachine.md");

    /** Cell texts by state and event. */
    private static Map<StateName, Map<String, Set<String>>> matrix() {
        Map<StateName, Map<String, Set<String>>> matrix = new EnumMap<>(StateName.class);
        for (PartitionState state : MatrixSamples.states()) {
            Map<String, Set<String>> row = matrix.computeIfAbsent(state.name(), name -> new LinkedHashMap<>());
            for (Event event : MatrixSamples.events(state)) {
                Step step = Machine.step(state, event, new Moment(Walk.START_MS, 0.5));
                String text = switch (step.outcome()) {
                    case MOVE ->
                        step.next().name() == state.name()
                                ? "stays"
                                : "→ " + step.next().name();
                    case IGNORE -> "ignored";
                    case REJECT -> "rejected";
                };
                row.computeIfAbsent(event.getClass().getSimpleName(), name -> new TreeSet<>())
                        .add(text);
            }
        }
        return matrix;
    }

    private static String render() {
        StringBuilder text = new StringBuilder();
        matrix().forEach((state, row) -> {
            text.append("### ").append(state).append("\n\n| event | outcome |\n|---|---|\n");
            row.forEach((event, cells) -> {
                if (!List.copyOf(cells).equals(List.of("rejected"))) {
                    text.append("| ").append(event).append(" | ");
                    text.append(String.join(", ", cells)).append(" |\n");
                }
            });
            List<String> rejected = row.entrySet().stream()
                    .filter(cell -> List.copyOf(cell.getValue()).equals(List.of("rejected")))
                    .map(Map.Entry::getKey)
                    .toList();
            text.append("\nCannot happen: ")
                    .append(rejected.isEmpty() ? "nothing" : String.join(", ", rejected))
                    .append(".\n\n");
        });
        return text.toString();
    }

    @Test
    void everyCellIsAsTheGoldenFileSays() throws IOException {
        String rendered = render();
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, rendered);
            String document = Files.readString(DOCUMENT);
            Files.writeString(DOCUMENT, document.substring(0, document.indexOf("### ")) + rendered);
        }
        assertThat(rendered)
                .as("run with -Dgolden.update=true after a wanted change")
                .isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void theDocumentShowsTheGoldenFile() throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains(Files.readString(GOLDEN));
    }

    @Test
    void theSamplesCoverEveryStateAndEvent() {
        Map<StateName, Map<String, Set<String>>> matrix = matrix();
        assertThat(matrix.keySet()).containsExactly(StateName.values());
        assertThat(matrix.values())
                .allSatisfy(row -> assertThat(row).hasSize(EventHandler.class.getDeclaredMethods().length));
    }

    @Test
    void aLateResultIsIgnoredInEveryState() {
        EffectId late = new EffectId(1, 2, 3);
        for (PartitionState state : MatrixSamples.states()) {
            for (Event event : MatrixSamples.results(late)) {
                Step step = Machine.step(state, event, new Moment(Walk.START_MS, 0.5));
                assertThat(step.outcome()).as("%s %s", state.name(), event).isEqualTo(Step.Outcome.IGNORE);
                assertThat(step.next()).isEqualTo(state);
            }
        }
    }

    @Test
    void everyMoveThatChangesTheStateIsPersistedFirst() {
        for (PartitionState state : MatrixSamples.states()) {
            for (Event event : MatrixSamples.events(state)) {
                Step step = Machine.step(state, event, new Moment(Walk.START_MS, 0.5));
                if (step.next().name() != state.name() && step.next() instanceof PartitionState.Led next) {
                    boolean foundAsRecorded = event instanceof Event.LeadershipGained gained
                            && gained.recorded() != null
                            && Set.of(StateName.PAUSED, StateName.STOPPED, StateName.FAILED)
                                    .contains(next.name());
                    assertThat(step.effects().stream().findFirst())
                            .as("%s %s", state.name(), event)
                            .satisfiesAnyOf(
                                    first -> assertThat(foundAsRecorded).isTrue(),
                                    first -> assertThat(first).containsInstanceOf(Effect.PersistState.class));
                }
            }
        }
    }
}
