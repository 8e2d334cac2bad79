// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Reads the configs of topics at the source, some at a time. Confined to the queue. */
final class SourceConfigs {
    private static final int AT_ONCE = 16;

    private final MirrorTerm term;
    private final Map<String, Map<String, String>> configs = new HashMap<>();
    private final Map<String, String> failed = new HashMap<>();

    SourceConfigs(MirrorTerm term) {
        this.term = term;
    }

    /**
     * Reads.
     *
     * @param then called once with the configs, and with the reason for those that could not be read, by topic
     */
    void read(List<SourceTopic> topics, BiConsumer<Map<String, Map<String, String>>, Map<String, String>> then) {
        int[] next = {0};
        Runnable[] one = new Runnable[1];
        one[0] = () -> {
            if (next[0] < topics.size()) {
                String name = topics.get(next[0]++).name();
                var own = term.parts().source().admin(term.mirror()).thenCompose(admin -> admin.ownConfigs(name));
                term.then(own, (configured, problem) -> {
                    if (configured != null) {
                        configs.put(name, configured);
                    } else {
                        failed.put(name, "its configs cannot be read at the source: " + StartJob.text(problem));
                    }
                    if (configs.size() + failed.size() == topics.size()) {
                        then.accept(configs, failed);
                    } else {
                        one[0].run();
                    }
                });
            }
        };
        if (topics.isEmpty()) {
            then.accept(configs, failed);
        }
        for (int i = 0; i < AT_ONCE; i++) {
            one[0].run();
        }
    }
}
