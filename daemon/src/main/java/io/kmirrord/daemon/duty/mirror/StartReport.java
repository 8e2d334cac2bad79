// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a start came to, as it comes in. Confined to the queue. */
final class StartReport {
    private final long generation;
    private final Set<String> started = new TreeSet<>();
    private final Set<String> skipped;
    private final Set<String> created = new TreeSet<>();
    private final Set<String> awaited = new TreeSet<>();
    private final Map<String, String> refused = new TreeMap<>();

    /**
     * Makes a report.
     *
     * @param failed why topics of the plan are left out, by name
     */
    StartReport(RecordValue.StartRequest request, StartPlan plan, Map<String, String> failed) {
        generation = request.generation();
        skipped = new TreeSet<>(plan.skipped());
        plan.refused().forEach((topic, refusal) -> refused.put(topic, refusal.text()));
        refused.putAll(failed);
        plan.start().stream()
                .map(SourceTopic::name)
                .filter(name -> !failed.containsKey(name))
                .forEach(started::add);
        plan.begun().stream().map(SourceTopic::name).forEach(started::add);
    }

    boolean nothingStarts() {
        return started.isEmpty();
    }

    void await(Collection<String> creations) {
        awaited.addAll(creations);
    }

    /** What came of a creation. {@code why} is null if it is done. */
    void created(String topic, @Nullable String why) {
        awaited.remove(topic);
        if (why == null) {
            created.add(topic);
        } else {
            refused.put(topic, why);
        }
    }

    boolean complete() {
        return awaited.isEmpty();
    }

    /** Whether anything that was to be started is there to be mirrored, or may yet come. */
    boolean done() {
        return (started.isEmpty() && refused.isEmpty())
                || started.stream().anyMatch(topic -> !refused.containsKey(topic));
    }

    String message() {
        if (started.isEmpty() && refused.isEmpty()) {
            return "no topic matches yet; the patterns are kept, and topics that match start when they appear";
        }
        StringBuilder text = new StringBuilder();
        text.append(started.size()).append(" topics start in generation ").append(generation);
        if (!created.isEmpty()) {
            text.append(", ").append(created.size()).append(" of them created");
        }
        if (!skipped.isEmpty()) {
            text.append("; ").append(skipped.size()).append(" were started before");
        }
        if (!refused.isEmpty()) {
            text.append("; ").append(refused.size()).append(" cannot be mirrored: ");
            text.append(refused.values().stream().limit(Listing.MOST).collect(Collectors.joining(". ")));
        }
        return text.toString();
    }

    Map<String, String> details() {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("generation", Long.toString(generation));
        details.put("topics", Listing.of(started));
        details.put("skipped", Listing.of(skipped));
        details.put("created", Listing.of(created));
        details.put("refused", Listing.of(refused.keySet()));
        if (!done()) {
            details.put("code", Refusal.Code.NOT_CREATED.name());
        }
        return details;
    }
}
