// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Sets start offsets of share groups. Kafka has no transaction for that, so nobody is fenced: a daemon that slept in between
 * can set back a group without members after its topic was stopped. Never beyond the log, and records that a share group is
 * given again are within its promise. A group may be refused for some of its partitions only. Thread-safe.
 */
public final class ShareCommits implements GroupCommits {
    private final Admin admin;
    private volatile boolean holds;

    /** @param admin of the destination, not closed here */
    public ShareCommits(Admin admin) {
        this.admin = admin;
    }

    @Override
    public CompletableFuture<Void> begin() {
        holds = true;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean holds() {
        return holds;
    }

    @Override
    public CompletableFuture<Map<String, Refusal>> commit(Map<String, Map<TopicPartition, OffsetAndMetadata>> commits) {
        Map<String, Refusal> refused = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> all = new ArrayList<>();
        commits.forEach((group, offsets) -> {
            Map<TopicPartition, Long> starts = new HashMap<>();
            offsets.forEach((partition, offset) -> starts.put(partition, offset.offset()));
            all.add(Answers.future(admin.alterShareGroupOffsets(group, starts).all())
                    .handle((nothing, problem) -> {
                        if (problem != null) {
                            refused.put(group, refusal(Problems.unwrap(problem)));
                        }
                        return null;
                    }));
        });
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).thenApply(nothing -> refused);
    }

    private static Refusal refusal(Throwable problem) {
        return problem instanceof GroupNotEmptyException ? Refusal.MEMBERS : Refusal.because(text(problem));
    }

    private static String text(Throwable problem) {
        if (problem instanceof GroupAuthorizationException || problem instanceof TopicAuthorizationException) {
            return "the daemon's principal may not set its start: " + problem.getMessage()
                    + "; grant it Read on the group and on the topic";
        }
        if (problem instanceof UnsupportedVersionException) {
            return "the destination has no share groups: upgrade its brokers to 4.2 or later, and its feature"
                    + " share.version to 1";
        }
        return Problems.text(problem);
    }

    @Override
    public void close() {
        holds = false;
    }
}
