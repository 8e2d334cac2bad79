// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.cli.ExitCode;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers. Stateless. */
final class Answers {
    private Answers() {}

    /**
     * Waits for a future that ends by itself; the limit is there against one that does not.
     *
     * @throws CliException for what has a number
     */
    static <T> T await(Future<T> future, Duration limit, String what) {
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw Problems.of(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw CliError.OUT_OF_TIME.with(what + " took more than " + limit.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(ExitCode.INTERNAL, "interrupted during " + what, e);
        }
    }
}
