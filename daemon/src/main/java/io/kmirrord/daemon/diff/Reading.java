// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one side told of a subject, or why it did not; exactly one is not null. Immutable.
 *
 * @param problem without what futures wrap around it
 */
public record Reading<T>(@Nullable T value, @Nullable Throwable problem) {

    /** Waits for an answer, for a time at most; never fails. What is asked goes on by itself after that. */
    public static <T> CompletableFuture<Reading<T>> of(CompletableFuture<T> asked, Duration atMost) {
        return asked.copy()
                .orTimeout(atMost.toNanos(), TimeUnit.NANOSECONDS)
                .handle((value, problem) ->
                        problem == null ? new Reading<>(value, null) : new Reading<>(null, Problems.unwrap(problem)));
    }

    /** Compares with what is known of the other side already, if this one is known. */
    public Part compared(Subject subject, Side side, Function<T, Part> comparison) {
        return value == null
                ? Part.unread(List.of(UnreadTexts.of(subject, side, Objects.requireNonNull(problem))))
                : comparison.apply(value);
    }

    /** Compares both sides, if both are known. */
    public static <T> Part compare(
            Subject subject, Reading<T> source, Reading<T> here, BiFunction<T, T, Part> comparison) {
        if (source.value() != null && here.value() != null) {
            return comparison.apply(source.value(), here.value());
        }
        List<Unread> unread = new ArrayList<>();
        if (source.problem() != null) {
            unread.add(UnreadTexts.of(subject, Side.SOURCE, source.problem()));
        }
        if (here.problem() != null) {
            unread.add(UnreadTexts.of(subject, Side.DESTINATION, here.problem()));
        }
        return Part.unread(unread);
    }
}
