// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.files.Durable;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.common.Uuid;

/**
 * Remembers over restarts which state topic was acted on, in a file per cluster and name: another topic of that name knows
 * nothing of the states that the logs are in (N3). Daemons may share the file. Confined to one thread.
 */
final class TopicMemory {
    private final Path file;
    private final String topic;

    TopicMemory(Path dir, String clusterId, String topic) {
        this.topic = topic;
        this.file = dir.resolve("state-topics")
                .resolve(URLEncoder.encode(clusterId, StandardCharsets.UTF_8))
                .resolve(topic + ".id");
    }

    /**
     * Makes sure that a topic is the remembered one, or was restored from it, and remembers it.
     *
     * @param restoredFrom whether an export of that topic was imported into this one
     * @throws StateTopicException LOST if it is another one; INVALID if the file cannot be used
     */
    void meet(Uuid present, Predicate<Uuid> restoredFrom) {
        try {
            Optional<Uuid> known = recall();
            if (known.isPresent() && known.get().equals(present)) {
                return;
            }
            if (known.isPresent() && !restoredFrom.test(known.get())) {
                throw new StateTopicException(Reason.LOST, replaced(known.get(), present));
            }
            remember(present);
        } catch (IOException e) {
            throw new StateTopicException(
                    Reason.INVALID,
                    "the id of topic " + topic + " is remembered in " + file + ", which cannot be used: " + e
                            + ". Let the user of this process write there, or set another data.dir",
                    e);
        }
    }

    private String replaced(Uuid known, Uuid present) {
        return "topic " + topic + " has the id " + present + ", and until now the one with the id " + known
                + " was acted on (" + file + "): it was deleted and made anew, and what was wished for the mirrors and "
                + "where they stood is gone. Write an export back with mirrorctl state import, with --force if the new "
                + "topic has records: every daemon follows it. Without one, remove that file on every node: mirrors then "
                + "start as if they had never been";
    }

    private Optional<Uuid> recall() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String text = Files.readString(file).strip();
        try {
            return Optional.of(Uuid.fromString(text));
        } catch (IllegalArgumentException e) {
            throw new IOException("it holds '" + text + "'; accepted: the id of a topic", e);
        }
    }

    /** Whole or not at all, and on disk before anything is done for the topic. */
    private void remember(Uuid id) throws IOException {
        Path place = file.toAbsolutePath();
        Path written = Files.createTempFile(Files.createDirectories(place.getParent()), topic, ".tmp");
        try {
            Durable.write(written, id + "\n");
            Durable.rename(written, place);
        } finally {
            Files.deleteIfExists(written);
        }
    }
}
