// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.statetopic.StateTopic;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Hands out a mirror's source only if it is the cluster that the mirror was made for: a bootstrap address that leads elsewhere,
 * to topics of the same names, must not change configs or offsets here (N14). Thread-safe; does not block.
 */
final class KnownSource {
    private KnownSource() {}

    /**
     * Asks the source which cluster it is. One that is another is forgotten, so that the next question finds the right one
     * where the address was mended.
     *
     * @param source the mirror's, as it is at the time of asking
     * @return the source; fails, naming both clusters, where it is another
     */
    static CompletableFuture<SourceAdmin> of(
            StateTopic topic, String mirror, Supplier<CompletableFuture<SourceAdmin>> source) {
        return source.get()
                .thenCompose(admin -> admin.clusterId()
                        .thenCombine(
                                topic.read(view -> view.mirror(mirror)
                                        .flatMap(definition -> Optional.ofNullable(definition.sourceClusterId()))),
                                (answered, known) -> {
                                    if (known.isPresent() && !known.get().equals(answered)) {
                                        admin.forget();
                                        throw new IllegalStateException("cluster " + answered
                                                + " answered as the source of mirror '" + mirror + "'; accepted: "
                                                + known.get() + ". Correct source.bootstrap.servers");
                                    }
                                    return admin;
                                }));
    }
}
