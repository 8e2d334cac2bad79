// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.demo;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.site.Site;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.workload.PartitionReport;
import io.kmirrord.testkit.workload.TopicReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Waits until every partition has arrived at the destination with all its replicas in sync, and says how far it is. Not thread-safe. */
final class Arrival {
    private static final int ANSWER_SECONDS = 15;
    private static final long NOTE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Site site;
    private final Map<TopicPartition, PartitionReport> wanted = new LinkedHashMap<>();
    private final Consumer<String> progress;
    private final int replicas;
    private long lastNote;
    private String state = "nothing has arrived yet";

    Arrival(Site site, List<TopicReport> topics, Consumer<String> progress) {
        this.site = site;
        this.progress = progress;
        this.replicas = Math.min(3, site.destination().brokers().size());
        for (var topic : topics) {
            for (PartitionReport partition : topic.partitions()) {
                wanted.put(new TopicPartition(topic.topic(), partition.partition()), partition);
            }
        }
    }

    /**
     * Returns when all is there.
     *
     * @throws CliException after {@code timeout}, or when a daemon has ended
     */
    void await(Duration timeout) {
        lastNote = System.nanoTime();
        try (var admin = site.destination().admin()) {
            var arrived = Poll.until(timeout, () -> {
                requireDaemons();
                var complete = complete(admin);
                note(complete);
                return complete;
            });
            if (!arrived) {
                throw new CliException(
                        ExitCode.TIMEOUT,
                        "not everything was mirrored within " + timeout.toSeconds() + " s: " + state + ". " + logs());
            }
        }
    }

    private void requireDaemons() {
        for (var daemon : site.daemons().values()) {
            if (!daemon.isAlive()) {
                throw new CliException(
                        ExitCode.UNREACHABLE,
                        daemon.process() + " has ended; the end of its log:" + System.lineSeparator()
                                + daemon.logTail(20));
            }
        }
    }

    private boolean complete(Admin admin) {
        try {
            var topics = wanted.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet());
            var known = admin.listTopics().names().get(ANSWER_SECONDS, TimeUnit.SECONDS);
            if (!known.containsAll(topics)) {
                state = topics.stream().filter(known::contains).count() + " of " + topics.size() + " topics created";
                return false;
            }
            var outOfSync = outOfSync(admin, topics);
            var ends = offsets(admin, OffsetSpec.latest());
            var starts = offsets(admin, OffsetSpec.earliest());
            var there = count(report -> report.endOffset(), ends);
            var trimmed = count(report -> report.logStartOffset(), starts);
            var total = wanted.values().stream()
                    .mapToLong(PartitionReport::endOffset)
                    .sum();
            var sum = ends.values().stream().mapToLong(Long::longValue).sum();
            state = there + " of " + wanted.size() + " partitions at their end, " + trimmed + " at their log start; "
                    + sum + " of " + total + " offsets; " + outOfSync + " partitions wait for a replica";
            return there == wanted.size() && trimmed == wanted.size() && outOfSync == 0;
        } catch (ExecutionException | TimeoutException e) {
            state = "the destination does not answer: " + e;
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(ExitCode.INTERNAL, "interrupted while mirroring", e);
        }
    }

    private long count(ToLongFunction<PartitionReport> expected, Map<TopicPartition, Long> actual) {
        return wanted.entrySet().stream()
                .filter(entry -> actual.getOrDefault(entry.getKey(), -1L) == expected.applyAsLong(entry.getValue()))
                .count();
    }

    private Map<TopicPartition, Long> offsets(Admin admin, OffsetSpec spec)
            throws ExecutionException, InterruptedException, TimeoutException {
        var specs = wanted.keySet().stream().collect(Collectors.toMap(partition -> partition, partition -> spec));
        return admin
                .listOffsets(specs, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                .all()
                .get(ANSWER_SECONDS, TimeUnit.SECONDS)
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    private long outOfSync(Admin admin, Set<String> topics)
            throws ExecutionException, InterruptedException, TimeoutException {
        return admin.describeTopics(topics).allTopicNames().get(ANSWER_SECONDS, TimeUnit.SECONDS).values().stream()
                .map(TopicDescription::partitions)
                .flatMap(List::stream)
                .filter(partition -> partition.isr().size() < replicas)
                .count();
    }

    private void note(boolean always) {
        var now = System.nanoTime();
        if (always || now - lastNote >= NOTE_NANOS) {
            lastNote = now;
            progress.accept("mirroring: " + state);
        }
    }

    private String logs() {
        return "The daemons say:" + System.lineSeparator()
                + site.daemons().values().stream()
                        .map(daemon -> "== " + daemon.name() + System.lineSeparator() + daemon.logTail(8))
                        .collect(Collectors.joining(System.lineSeparator()));
    }
}
