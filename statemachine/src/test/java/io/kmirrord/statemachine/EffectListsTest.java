// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The effects that each state and job can ask for, in their order, by trying every state against every event. The golden file
 * lists the places between them, at each of which the tests on real brokers crash a daemon.
 */
final class EffectListsTest {
    private static final Path GOLDEN = Path.of("src/test/resources/io/kmirrord/statemachine/effects.md");
    private static final Path DOCUMENT = Path.of("../docs/statemachine.md");
    private static final String BEGIN = "<!-- effects: generated -->\n";
    private static final String END = "<!-- end of effects -->\n";

    /** Every list of a step, cut where it passes from one state to the next. */
    private static List<List<EffectName>> lists() {
        List<List<EffectName>> lists = new ArrayList<>();
        for (PartitionState state : MatrixSamples.states()) {
            for (Event event : MatrixSamples.events(state)) {
                Step step = Machine.step(state, event, new Moment(Walk.START_MS, 0.5));
                List<EffectName> list = new ArrayList<>();
                for (Effect effect : step.effects()) {
                    EffectName name = EffectName.of(step.next(), effect);
                    if (!list.isEmpty() && list.get(0).state() != name.state()) {
                        lists.add(List.copyOf(list));
                        list.clear();
                    }
                    list.add(name);
                }
                if (!list.isEmpty()) {
                    lists.add(List.copyOf(list));
                }
            }
        }
        return lists;
    }

    private static String render() {
        Set<String> rows = lists().stream()
                .sorted(Comparator.comparing(list -> list.get(0).state()))
                .map(list -> "| " + list.get(0).state() + " | " + list.get(0).job() + " | "
                        + list.stream().map(EffectName::effect).collect(Collectors.joining(", ")) + " |\n")
                .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
        return "| state | job | effects |\n|---|---|---|\n" + String.join("", rows);
    }

    @Test
    void theListsAreAsTheGoldenFileSays() throws IOException {
        String rendered = render();
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(GOLDEN, rendered);
            String document = Files.readString(DOCUMENT);
            int from = document.indexOf(BEGIN) + BEGIN.length();
            Files.writeString(
                    DOCUMENT, document.substring(0, from) + rendered + document.substring(document.indexOf(END)));
        }
        assertThat(rendered)
                .as("run with -Dgolden.update=true after a wanted change")
                .isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void theDocumentShowsTheGoldenFile() throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains(BEGIN + Files.readString(GOLDEN) + END);
    }

    @Test
    void theSamplesAskForEveryEffectThatThereIs() {
        Set<String> known = Stream.of(Effect.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(lists().stream().flatMap(List::stream).map(EffectName::effect))
                .containsAll(known);
    }

    @Test
    void everyJobAsksForSomething() {
        Set<String> jobs = Stream.concat(
                        Stream.of(PreparingJob.class, Alignment.class)
                                .flatMap(job -> Stream.of(job.getPermittedSubclasses()))
                                .map(Class::getSimpleName),
                        Stream.of(StoppingStep.values()).map(Enum::name))
                .filter(job -> !job.equals(PreparingJob.Aligning.class.getSimpleName()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(lists().stream().flatMap(List::stream).map(EffectName::job)).containsAll(jobs);
    }
}
