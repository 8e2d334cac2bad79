// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.util.concurrent.CompletableFuture;

/** Takes a mirror's transactional id from whoever holds it, to hold it no more. Thread-safe; does not block. */
@FunctionalInterface
public interface GroupFencing {
    /** Completes when no commit that was decided before can come any more. Idempotent. */
    CompletableFuture<Void> fence(String mirror);
}
