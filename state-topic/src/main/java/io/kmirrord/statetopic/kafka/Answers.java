// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.kafka;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Waiting for answers of an Admin client or a producer. Immutable. */
public record Answers(StateTopicConfig config, Deadline deadline) {

    /**
     * Waits for an answer.
     *
     * @param what was tried, for the error
     * @throws StateTopicException for any failure
     */
    public <T> T get(Future<T> answer, String what) {
        try {
            return getRaw(answer);
        } catch (ExecutionException | TimeoutException e) {
            throw Problems.of(e, what, config);
        }
    }

    /** As {@link #get}, for callers to whom some failures are answers. */
    public <T> T getRaw(Future<T> answer) throws ExecutionException, TimeoutException {
        try {
            return answer.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateTopicException(Reason.CLOSED, "interrupted while waiting for the cluster", e);
        }
    }

    public static <T> CompletableFuture<T> future(KafkaFuture<T> answer) {
        return answer.toCompletionStage().toCompletableFuture();
    }
}
