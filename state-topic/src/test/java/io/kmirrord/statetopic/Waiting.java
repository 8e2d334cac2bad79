// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waiting with a deadline. Stateless. */
final class Waiting {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private Waiting() {}

    /** Returns what a future brings; fails the test with its failure. */
    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("not answered: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Returns the failure of a future; fails the test if it does not fail. */
    static StateTopicException failure(CompletableFuture<?> future) {
        try {
            Object answer = future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("answered " + answer + " although it should fail");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StateTopicException failure) {
                return failure;
            }
            throw new AssertionError("failed in another way", e);
        } catch (TimeoutException e) {
            throw new AssertionError("neither answered nor failed within " + LIMIT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    static Reason reason(CompletableFuture<?> future) {
        return failure(future).reason();
    }

    /** Returns whether a future fails with a reason, false if it is answered. */
    static boolean fails(CompletableFuture<?> future, Reason reason) {
        try {
            future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return false;
        } catch (ExecutionException e) {
            assertThat(e.getCause())
                    .isInstanceOfSatisfying(
                            StateTopicException.class,
                            failure -> assertThat(failure.reason()).isEqualTo(reason));
            return true;
        } catch (TimeoutException e) {
            throw new AssertionError("neither answered nor failed within " + LIMIT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    static void until(String what, BooleanSupplier condition) {
        assertThat(Poll.until(LIMIT, condition)).as(what).isTrue();
    }
}
