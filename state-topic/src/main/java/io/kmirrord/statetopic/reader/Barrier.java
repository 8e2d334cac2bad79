// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statetopic.StateTopicException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A read to the end that somebody waits for. Confined to the view's thread. */
final class Barrier {
    private final Set<Integer> unknown;
    private final Map<Integer, Long> targets = new HashMap<>();
    private final Consumer<@Nullable StateTopicException> whenDone;
    private final long deadlineMs;

    /**
     * Begins without targets.
     *
     * @param whenDone called once, with null when all is read
     */
    Barrier(Set<Integer> partitions, long deadlineMs, Consumer<@Nullable StateTopicException> whenDone) {
        this.unknown = new TreeSet<>(partitions);
        this.deadlineMs = deadlineMs;
        this.whenDone = whenDone;
    }

    void target(int partition, long offset) {
        if (unknown.remove(partition)) {
            targets.put(partition, offset);
        }
    }

    boolean reached(Map<Integer, Long> read) {
        targets.entrySet().removeIf(target -> read.getOrDefault(target.getKey(), -1L) >= target.getValue());
        return unknown.isEmpty() && targets.isEmpty();
    }

    boolean expired(long nowMs) {
        return nowMs >= deadlineMs;
    }

    /** Returns what is not read yet. */
    String missing(Map<Integer, Long> read) {
        StringBuilder text = new StringBuilder();
        targets.forEach((partition, offset) -> text.append("partition ")
                .append(partition)
                .append(" is read up to offset ")
                .append(read.getOrDefault(partition, -1L))
                .append(" of ")
                .append(offset)
                .append("; "));
        return unknown.isEmpty() ? text.toString() : text + "partitions " + unknown + " do not say where they end; ";
    }

    void done(@Nullable StateTopicException failure) {
        whenDone.accept(failure);
    }
}
