// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statemachine.diff.DiffAnswer;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class DiffCodecTest {
    private final DiffCodec codec = new DiffCodec();

    private static Difference config(String name, boolean intended) {
        return Difference.of(Subject.CONFIGS, name, "\"there\" \\ \n", null, "note", intended);
    }

    @Test
    void whatIsToldIsWhatIsRead() {
        DiffAnswer answer = new DiffAnswer(
                List.of(Subject.TOPICS, Subject.CONFIGS),
                List.of(
                        Difference.of(Subject.TOPICS, "orders", null, "3 partitions", "", false),
                        config("orders flush.ms", true),
                        config("orders retention.ms", false),
                        Difference.of(Subject.CONFIGS, "users a", "1", "2", "é 😀", false)),
                List.of(new Unread(Subject.QUOTAS, Side.SOURCE, "denied", "grant it")),
                Map.of(Subject.CONFIGS, 7));
        Map<String, String> details = codec.encode(answer);
        assertThat(details)
                .containsEntry("subjects", "topics,configs")
                .containsEntry("topics", "[\"orders\",\"ONLY_DESTINATION\",null,\"3 partitions\",\"\",false]\n")
                .containsEntry("unread", "[\"quotas\",\"SOURCE\",\"denied\",\"grant it\"]\n")
                .containsEntry("more.configs", "7");
        assertThat(codec.decode(details)).isEqualTo(answer);
        assertThat(answer.differences().stream().map(Difference::name))
                .as("what needs a look comes first")
                .containsExactly("orders", "orders retention.ms", "users a", "orders flush.ms");
    }

    @Test
    void aRecordIsBoundedAndTheRestIsCountedSubjectBySubject() {
        List<Difference> many = new ArrayList<>();
        for (int number = 0; number < 20_000; number++) {
            many.add(Difference.of(
                    Subject.GROUPS,
                    "\"группа\\" + number + "\" orders-0",
                    "offset 1",
                    "offset 2",
                    "",
                    number % 2 == 0));
        }
        many.add(Difference.of(Subject.USERS, "ada", "SCRAM-SHA-256", null, "", false));
        List<Unread> unread = Stream.iterate(0, number -> number + 1)
                .limit(5_000)
                .map(number -> new Unread(Subject.TOPICS, Side.SOURCE, "denied " + number, "grant it"))
                .toList();
        Map<String, String> details =
                codec.encode(new DiffAnswer(List.of(Subject.GROUPS, Subject.USERS), many, unread, Map.of()));
        byte[] record = Objects.requireNonNull(
                new StateCodec().encode(new RecordValue.Outcome(true, "compared", 1, 1, details)));
        assertThat(record.length).isBetween(100_000, DiffCodec.LIMIT + 1_000);
        DiffAnswer read = codec.decode(details);
        long groups = read.differences().stream()
                .filter(one -> one.subject() == Subject.GROUPS)
                .count();
        assertThat(read.more()).containsExactly(Map.entry(Subject.GROUPS, 20_000 - (int) groups));
        assertThat(read.differences()).anyMatch(one -> one.name().equals("ada"));
        assertThat(read.differences().get(0).intended()).isFalse();
        assertThat(read.unread().get(read.unread().size() - 1).text())
                .isEqualTo(5_001 - read.unread().size() + " more could not be read");
    }

    @Test
    void whatNeedsALookIsNeverLeftOutWhileSomethingElseIsTold() {
        List<Difference> differences = new ArrayList<>();
        for (int number = 0; number < 600; number++) {
            differences.add(config("\"".repeat(32_000) + number, false));
            differences.add(config("a" + number, true));
        }
        DiffAnswer read =
                codec.decode(codec.encode(new DiffAnswer(List.of(Subject.values()), differences, List.of(), Map.of())));
        assertThat(read.differences()).isNotEmpty().noneMatch(Difference::intended);
        assertThat(read.more())
                .containsEntry(Subject.CONFIGS, 1_200 - read.differences().size());
    }

    @Test
    void aLongTextIsCut() {
        DiffAnswer answer = new DiffAnswer(
                List.of(Subject.CONFIGS),
                List.of(Difference.of(Subject.CONFIGS, "orders x", "9".repeat(40_000), "1", "", false)),
                List.of(),
                Map.of());
        assertThat(codec.decode(codec.encode(answer)).differences())
                .singleElement()
                .satisfies(
                        one -> assertThat(one.source()).hasSizeLessThan(1_100).endsWith("... (40000 characters)"));
    }

    @Test
    void whatALaterReleaseAddsIsIgnoredAndWhatIsNoAnswerIsNamed() {
        Map<String, String> details = new HashMap<>(Map.of(
                "subjects",
                "topics,vows",
                "vows",
                "[1]",
                "topics",
                "[\"a\",\"DIFFERS\",\"1\",\"2\",\"\",true,\"new\"]"));
        assertThat(codec.decode(details).differences())
                .containsExactly(Difference.of(Subject.TOPICS, "a", "1", "2", "", true));
        details.put("topics", "[7]");
        assertThatThrownBy(() -> codec.decode(details)).hasMessageContaining("[7]");
        details.put("topics", "{");
        assertThatThrownBy(() -> codec.decode(details)).hasMessageContaining("'{'");
    }
}
