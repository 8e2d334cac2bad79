// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Topics of a cluster, some of which may not be there. Stateless. */
public final class Topics {
    private Topics() {}

    /** Returns an id as it is written to the state topic. */
    public static UUID id(Uuid id) {
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /** As {@link #describe(Admin, Collection, DescribeTopicsOptions)}, within the client's own limit. */
    public static CompletableFuture<Map<String, TopicDescription>> describe(Admin admin, Collection<String> names) {
        return describe(admin, names, new DescribeTopicsOptions());
    }

    /**
     * Describes topics, by name; those that do not exist are left out. Does not block; completes on the client's thread.
     *
     * @return fails with what the answer about one of them failed with for another reason
     */
    public static CompletableFuture<Map<String, TopicDescription>> describe(
            Admin admin, Collection<String> names, DescribeTopicsOptions options) {
        List<CompletableFuture<Optional<TopicDescription>>> answers = new ArrayList<>();
        admin.describeTopics(names, options)
                .topicNameValues()
                .values()
                .forEach(answer -> answers.add(Answers.future(answer).handle(Topics::ifThere)));
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    Map<String, TopicDescription> found = new TreeMap<>();
                    answers.forEach(answer -> answer.join().ifPresent(topic -> found.put(topic.name(), topic)));
                    return found;
                });
    }

    private static Optional<TopicDescription> ifThere(@Nullable TopicDescription topic, @Nullable Throwable problem) {
        if (topic != null) {
            return Optional.of(topic);
        }
        Throwable cause = problem == null ? new IllegalStateException("no answer") : Problems.unwrap(problem);
        if (cause instanceof UnknownTopicOrPartitionException) {
            return Optional.empty();
        }
        throw new CompletionException(cause);
    }
}
