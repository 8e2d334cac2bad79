// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.configs.ConfigAnswer;
import io.kmirrord.daemon.configs.TopicConfigs;
import io.kmirrord.daemon.source.SourceTopic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the configs of topics at the source that are to be created here. Confined to the queue. */
final class SourceConfigs {
    private final MirrorTerm term;

    SourceConfigs(MirrorTerm term) {
        this.term = term;
    }

    /**
     * Reads.
     *
     * @param then called once with the configs that a topic here can have, and with the reason for those that could not be
     *     read, by topic
     */
    void read(List<SourceTopic> topics, BiConsumer<Map<String, Map<String, String>>, Map<String, String>> then) {
        if (topics.isEmpty()) {
            then.accept(Map.of(), Map.of());
            return;
        }
        // Any topic tells which keys this cluster knows; a topic with another would not be created at all.
        String known = term.parts().stateTopic();
        term.then(term.parts().configs().read(Set.of(known)), (here, problem) -> {
            ConfigAnswer answer = here == null ? null : here.get(known);
            askSource(topics, answer == null ? null : answer.configs(), then);
        });
    }

    /** @param here null if it cannot be told: then the creation tells what is wrong */
    private void askSource(
            List<SourceTopic> topics,
            @Nullable TopicConfigs here,
            BiConsumer<Map<String, Map<String, String>>, Map<String, String>> then) {
        Set<String> names = topics.stream().map(SourceTopic::name).collect(Collectors.toSet());
        var asked = term.parts()
                .source()
                .admin(term.mirror())
                .thenCompose(admin -> admin.configs().read(names));
        term.then(asked, (answers, problem) -> {
            Map<String, Map<String, String>> configs = new HashMap<>();
            Map<String, String> failed = new HashMap<>();
            for (String name : names) {
                ConfigAnswer answer = answers == null ? null : answers.get(name);
                if (answer != null && answer.configs() != null) {
                    Map<String, String> own = new HashMap<>(answer.configs().own());
                    own.keySet().removeIf(key -> here != null && !here.knows(key));
                    configs.put(name, own);
                } else {
                    failed.put(name, "its configs cannot be read at the source: " + why(answer, problem));
                }
            }
            then.accept(configs, failed);
        });
    }

    private static String why(@Nullable ConfigAnswer answer, @Nullable Throwable problem) {
        return answer == null || answer.refusal() == null
                ? StartJob.text(problem)
                : answer.refusal().text() + "; grant DESCRIBE_CONFIGS on the topic to the mirror's principal there";
    }
}
