// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopicMemoryTest {
    private static final Uuid FIRST = new Uuid(1, 2);
    private static final Uuid SECOND = new Uuid(3, 4);

    @TempDir
    private Path dir;

    private TopicMemory memory(String cluster, String topic) {
        return new TopicMemory(dir, cluster, topic);
    }

    private void refuses(Uuid id) {
        assertThatExceptionOfType(StateTopicException.class)
                .isThrownBy(() -> memory("c", "t").meet(id, known -> false))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(Reason.LOST));
    }

    @Test
    void theFirstOneIsRememberedAndAnotherRefused() {
        memory("c", "t").meet(FIRST, known -> false);
        memory("c", "t").meet(FIRST, known -> false);
        refuses(SECOND);
        refuses(SECOND);
    }

    @Test
    void whatWasRestoredFromTheRememberedOneTakesItsPlace() {
        memory("c", "t").meet(FIRST, known -> false);
        memory("c", "t").meet(SECOND, FIRST::equals);
        refuses(FIRST);
    }

    @Test
    void clustersAndTopicsAreToldApart() throws IOException {
        memory("c", "t").meet(FIRST, known -> false);
        memory("c", "u").meet(SECOND, known -> false);
        memory("../c", "t").meet(SECOND, known -> false);
        try (Stream<Path> files = Files.walk(dir)) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(3);
        }
    }

    @Test
    void whatCannotBeReadOrWrittenIsNamedAndNothingIsTakenForKnown() throws IOException {
        memory("c", "t").meet(FIRST, known -> false);
        Path file = dir.resolve("state-topics").resolve("c").resolve("t.id");
        Files.writeString(file, "?");
        assertThatThrownBy(() -> memory("c", "t").meet(FIRST, known -> false))
                .hasMessageContainingAll(file.toString(), "'?'", "accepted", "data.dir");

        Path plain = Files.createFile(dir.resolve("plain"));
        assertThatExceptionOfType(StateTopicException.class)
                .isThrownBy(() -> new TopicMemory(plain, "c", "t").meet(FIRST, known -> false))
                .withMessageContainingAll(plain.toString(), "data.dir")
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.INVALID));
    }
}
