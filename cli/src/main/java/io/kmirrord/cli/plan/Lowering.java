// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.cluster.MinInSync;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * min.insync.replicas lowered while half of the destination is away, and put back (R6). Immutable; pure.
 *
 * @param topics those below the setting
 */
public record Lowering(List<MinInSync> topics) {
    public static final Lowering NONE = new Lowering(List.of());

    public Lowering {
        topics = List.copyOf(topics);
    }

    /** Returns what is to be lowered so that partitions which have a leader take writes. */
    public static Lowering of(Collection<MinInSync> topics) {
        return new Lowering(
                topics.stream().filter(topic -> !topic.below().isEmpty()).toList());
    }

    public boolean isEmpty() {
        return topics.isEmpty();
    }

    /** Returns the settings to make. */
    public Map<String, OptionalInt> lowered() {
        var settings = new TreeMap<String, OptionalInt>();
        topics.forEach(topic -> settings.put(topic.topic(), OptionalInt.of(topic.met())));
        return settings;
    }

    /** Returns the settings of before. */
    public Map<String, OptionalInt> restored() {
        var settings = new TreeMap<String, OptionalInt>();
        topics.forEach(topic ->
                settings.put(topic.topic(), topic.own() ? OptionalInt.of(topic.wanted()) : OptionalInt.empty()));
        return settings;
    }

    /** Returns the names of the topics, comma-separated. */
    public String names() {
        return topics.stream().map(MinInSync::topic).collect(Collectors.joining(", "));
    }

    /** Returns one line: what is lowered, and why. */
    public String text() {
        return topics.stream()
                .map(topic -> topic.topic() + " from " + topic.wanted() + " to " + topic.met() + " ("
                        + topic.below().size() + " of " + topic.partitions().size() + " partitions are below)")
                .collect(Collectors.joining(", "));
    }

    /** Returns the commands that put the settings back, for whoever has to do it by hand. */
    public String commands() {
        return topics.stream()
                .map(topic -> "kafka-configs.sh --alter --topic " + topic.topic()
                        + (topic.own()
                                ? " --add-config " + MinInSync.KEY + "=" + topic.wanted()
                                : " --delete-config " + MinInSync.KEY))
                .collect(Collectors.joining("; "));
    }
}
