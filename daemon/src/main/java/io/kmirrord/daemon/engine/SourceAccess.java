// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import java.util.concurrent.CompletableFuture;

/** The sources of all mirrors. Thread-safe. */
interface SourceAccess {
    /** The source of a mirror; fails with {@link EffectFailure} for one whose settings cannot be used. */
    CompletableFuture<SourceHandle> of(String mirror);
}
