// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.bridge.wire.TopicIds;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Compares topics: who is there, with which id and how many partitions. How often a topic is replicated is each cluster's own.
 * Immutable; pure.
 *
 * @param source topics that the mirror means, and those that it has
 * @param unavailable why topics of the source cannot be used, by name
 * @param here topics of the same names
 * @param wishes of the mirror, by topic
 * @param elsewhere why topics are not free, by name: another mirror has them
 */
public record TopicComparison(
        Map<String, Topic> source,
        Map<String, String> unavailable,
        Map<String, Topic> here,
        Map<String, Desired> wishes,
        Map<String, String> elsewhere) {
    public TopicComparison {
        source = Map.copyOf(source);
        unavailable = Map.copyOf(unavailable);
        here = Map.copyOf(here);
        wishes = Map.copyOf(wishes);
        elsewhere = Map.copyOf(elsewhere);
    }

    /**
     * A topic.
     *
     * @param id that it has, or should have at the destination
     */
    public record Topic(UUID id, int partitions) {
        @Override
        public String toString() {
            return partitions + (partitions == 1 ? " partition" : " partitions");
        }
    }

    /** Compares the topics that the source has or that are wished to be mirror topics. */
    public List<Difference> differences() {
        SortedSet<String> names = new TreeSet<>(source.keySet());
        wishes.forEach((name, desired) -> {
            if (desired != Desired.STOPPED) {
                names.add(name);
            }
        });
        List<Difference> found = new ArrayList<>();
        for (String name : names) {
            compare(found, name, source.get(name), here.get(name));
        }
        return found;
    }

    private void compare(List<Difference> found, String name, @Nullable Topic there, @Nullable Topic own) {
        Desired desired = wishes.get(name);
        boolean mirrored = desired != null && desired != Desired.STOPPED;
        if (there == null || own == null) {
            if (there != null || own != null) {
                found.add(Difference.of(
                        Subject.TOPICS,
                        name,
                        text(there),
                        text(own),
                        there == null ? gone(name) : lacking(name, desired),
                        desired == Desired.STOPPED));
            }
            return;
        }
        if (!mirrored) {
            if (desired == null) {
                found.add(differs(name, there.toString(), own.toString(), local(name)));
            }
        } else if (!there.id().equals(own.id())) {
            found.add(differs(
                    name,
                    "topic id " + TopicIds.toText(there.id()),
                    "topic id " + TopicIds.toText(own.id()),
                    "another topic of the same name; stop it, delete or rename one of them, and start it anew"));
        } else if (there.partitions() != own.partitions()) {
            found.add(differs(
                    name,
                    there.toString(),
                    own.toString(),
                    there.partitions() > own.partitions()
                            ? "the next discovery adds them here"
                            : "partitions cannot be removed: add them at the source, or recreate the topic here"));
        }
    }

    private static @Nullable String text(@Nullable Topic topic) {
        return topic == null ? null : topic.toString();
    }

    private static Difference differs(String name, String there, String own, String note) {
        return Difference.of(Subject.TOPICS, name, there, own, note, false);
    }

    private String gone(String name) {
        String why = unavailable.get(name);
        return why == null
                ? "its topic is gone at the source, or the mirror's principal may not describe it; the copy is kept"
                : "cannot be used at the source: " + why;
    }

    private String lacking(String name, @Nullable Desired desired) {
        if (desired == Desired.STOPPED) {
            return "the mirror has stopped it";
        }
        if (desired != null) {
            return "wished " + desired + ", not created here yet or deleted here; describe tells which";
        }
        return elsewhere.getOrDefault(name, "not started: mirrorctl start, or discovery, creates it");
    }

    private String local(String name) {
        return elsewhere.getOrDefault(
                name, "a topic of this name that the mirror does not mirror; start tells whether it can be");
    }
}
