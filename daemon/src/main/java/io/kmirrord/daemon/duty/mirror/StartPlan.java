// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.view.RecordValue.StartRequest;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a request to start topics comes to. A value; {@link #of} is pure.
 *
 * @param start topics that get a wish
 * @param begun topics that have the wish of this request already, from a predecessor that did not live to say so
 * @param skipped topics that are mirrored already
 * @param refused topics that cannot be, and why
 * @param create those of {@code start} and {@code begun} that the destination lacks
 */
record StartPlan(
        List<SourceTopic> start,
        List<SourceTopic> begun,
        List<String> skipped,
        Map<String, Refusal> refused,
        List<SourceTopic> create) {

    StartPlan {
        start = List.copyOf(start);
        begun = List.copyOf(begun);
        skipped = List.copyOf(skipped);
        create = List.copyOf(create);
    }

    /** Plan or refusal; exactly one is not null. */
    record Decision(@Nullable StartPlan plan, @Nullable Refusal refusal) {}

    /**
     * Decides.
     *
     * @param scope what the request means, with what it names outright
     * @param destination topics there, those that {@code scope} means at least
     * @param unfit of them those that have configs which a mirror topic cannot have
     */
    static Decision of(
            MirrorFacts facts,
            StartRequest request,
            StartScope scope,
            SourceTopics source,
            Map<String, Destination.Topic> destination,
            Map<String, Refusal> unfit) {
        String known = facts.definition().sourceClusterId();
        if (known != null && !known.equals(source.clusterId())) {
            return refuse(
                    Refusal.Code.SOURCE_OTHER_CLUSTER,
                    "the source answers as cluster " + source.clusterId() + ", mirror '" + facts.mirror()
                            + "' was made for " + known
                            + "; correct source.bootstrap.servers, or create another mirror");
        }
        List<SourceTopic> start = new ArrayList<>();
        List<SourceTopic> begun = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        Map<String, Refusal> refused = new TreeMap<>(scope.missing(source));
        for (SourceTopic topic : scope.topics(source)) {
            TopicWish own = facts.own().get(topic.name());
            Refusal first = TopicCheck.of(topic, facts.elsewhere().get(topic.name()), destination.get(topic.name()));
            Refusal refusal = first == null ? unfit.get(topic.name()) : first;
            if (own != null && own.wish().generation() == request.generation()) {
                begun.add(topic);
            } else if (own != null && own.wish().desired() != Desired.STOPPED) {
                skipped.add(topic.name());
                if (scope.namesOutright(topic.name())) {
                    refused.put(topic.name(), secondStart(topic.name(), own));
                }
            } else if (own != null && own.wish().generation() > request.generation()) {
                refused.put(topic.name(), overtaken(topic.name(), own, request));
            } else if (refusal != null) {
                refused.put(topic.name(), refusal);
            } else {
                start.add(topic);
            }
        }
        Refusal outright = outright(scope, refused);
        if (outright != null) {
            return new Decision(null, outright);
        }
        boolean nothing = start.isEmpty() && begun.isEmpty();
        // Patterns that match nothing yet are kept for discovery: see KIP-1279, 10.2.
        if (nothing && !(skipped.isEmpty() && refused.isEmpty())) {
            return new Decision(null, nothing(skipped, refused));
        }
        List<SourceTopic> create = new ArrayList<>(start);
        begun.stream().filter(topic -> isWished(facts, topic)).forEach(create::add);
        create.removeIf(topic -> destination.containsKey(topic.name()));
        return new Decision(new StartPlan(start, begun, skipped, refused, create), null);
    }

    private static boolean isWished(MirrorFacts facts, SourceTopic topic) {
        TopicWish own = facts.own().get(topic.name());
        return own != null && own.wish().desired() != Desired.STOPPED;
    }

    private static Decision refuse(Refusal.Code code, String text) {
        return new Decision(null, new Refusal(code, text));
    }

    private static Refusal secondStart(String topic, TopicWish own) {
        return new Refusal(
                Refusal.Code.SECOND_START,
                "topic '" + topic + "' was started before, in generation "
                        + own.wish().generation() + ", and is wished "
                        + own.wish().desired()
                        + "; to begin anew, stop it first; if it is paused, resume it");
    }

    private static Refusal overtaken(String topic, TopicWish own, StartRequest request) {
        return new Refusal(
                Refusal.Code.GENERATION_OVERTAKEN,
                "topic '" + topic + "' is in generation " + own.wish().generation() + " by now, the request in "
                        + request.generation() + "; start it again");
    }

    /** What an operator names is started whole or not at all. */
    private static @Nullable Refusal outright(StartScope scope, Map<String, Refusal> refused) {
        List<Refusal> named = refused.entrySet().stream()
                .filter(entry -> scope.namesOutright(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return named.isEmpty() ? null : new Refusal(named.get(0).code(), texts(named));
    }

    private static Refusal nothing(List<String> skipped, Map<String, Refusal> refused) {
        return skipped.isEmpty()
                ? new Refusal(refused.values().iterator().next().code(), texts(refused.values()))
                : new Refusal(
                        Refusal.Code.SECOND_START,
                        skipped.size() + " topics match and were all started before: " + Listing.of(skipped)
                                + "; to begin one anew, stop it first");
    }

    private static String texts(Collection<Refusal> refusals) {
        return new LinkedHashSet<>(refusals)
                .stream().limit(Listing.MOST).map(Refusal::text).collect(Collectors.joining(". "));
    }
}
