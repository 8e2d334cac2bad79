// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.duty.RequestLink;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue.TopicRequest;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims topics for a mirror before they are created, so that of two mirrors that find the same topic at the same moment at
 * most one gets it. Their records lie in different partitions of the state topic, so nothing orders them: each writes its
 * wish, then reads all of the state topic to its end, and asks for creation only where nobody else wishes the topic. Of two
 * wishes the one that is written later is read beside the other by its own mirror, which withdraws it. Where both are, both
 * do, and look again after waits of different lengths. A claim counts as won for good with the request to create. Confined to
 * the queue; one instance per term.
 */
final class Claims {
    private final MirrorTerm term;

    Claims(MirrorTerm term) {
        this.term = term;
    }

    /**
     * What the state topic says of claims.
     *
     * @param lost topics that another mirror has, and what is told of them
     * @param withdrawn wishes that go, so that the topics can be found again; none of a topic that is stopped by now
     */
    record Look(Map<String, Refusal> lost, List<RecordKey.MirrorTopic> withdrawn) {}

    /** Reads a view, on its thread. */
    static Look look(StateView view, String mirror, Map<String, TopicRequest> requests) {
        Map<String, String> elsewhere = MirrorFacts.elsewhere(view, mirror);
        Map<String, Refusal> lost = new TreeMap<>();
        List<RecordKey.MirrorTopic> withdrawn = new ArrayList<>();
        requests.forEach((topic, request) -> {
            String why = elsewhere.get(topic);
            boolean won = view.get(new RecordKey.ConfigSync(mirror, topic, request.generation()))
                    .isPresent();
            if (why == null || won) {
                return;
            }
            lost.put(topic, alsoClaimed(topic, why));
            if (view.wish(mirror, topic)
                    .filter(wish -> wish.desired() == Desired.MIRRORING)
                    .isPresent()) {
                view.wishKeys(mirror, topic).stream()
                        .filter(key -> key.generation() == request.generation())
                        .forEach(withdrawn::add);
            }
        });
        return new Look(lost, withdrawn);
    }

    private static Refusal alsoClaimed(String topic, String why) {
        return new Refusal(
                Refusal.Code.ALSO_CLAIMED,
                "topic '" + topic + "' was wished by two mirrors at the same moment, and is not taken here for now: "
                        + why);
    }

    /**
     * Writes records, claims what they wish, and writes the requests to create what was won.
     *
     * @param written told which topics another mirror has, or what went wrong: then nothing is asked for, and what
     *     was wished is claimed by whoever looks next
     * @param created told what came of each creation, by topic: null where it is done
     */
    void write(
            List<StateRecord> records,
            Map<String, TopicRequest> requests,
            EventQueue.Outcome<Map<String, Refusal>> written,
            BiConsumer<String, @Nullable String> created) {
        if (records.isEmpty()) {
            confirm(requests, written, created);
            return;
        }
        term.then(term.parts().writer().write(records), (done, problem) -> {
            if (problem != null) {
                written.take(null, problem);
            } else if (requests.isEmpty()) {
                term.wrote();
                written.take(Map.of(), null);
            } else {
                confirm(requests, written, created);
            }
        });
    }

    private void confirm(
            Map<String, TopicRequest> requests,
            EventQueue.Outcome<Map<String, Refusal>> written,
            BiConsumer<String, @Nullable String> created) {
        term.then(term.parts().topic().readToEnd(view -> look(view, term.mirror(), requests)), (look, problem) -> {
            if (look == null) {
                written.take(null, problem);
                return;
            }
            Map<String, TopicRequest> won = new HashMap<>(requests);
            won.keySet().removeAll(look.lost().keySet());
            List<StateRecord> all = new ArrayList<>();
            look.withdrawn().forEach(key -> all.add(new StateRecord(key, null)));
            won.forEach((topic, request) -> ask(topic, request, all, created));
            term.then(term.parts().writer().write(all), (done, failed) -> {
                term.wrote();
                written.take(failed == null ? look.lost() : null, failed);
            });
        });
    }

    private void ask(
            String topic, TopicRequest request, List<StateRecord> all, BiConsumer<String, @Nullable String> created) {
        RequestLink.Prepared prepared = term.parts().link().expect(term.mirror(), request);
        all.add(prepared.record());
        all.add(TopicWrites.taken(term.mirror(), request, term.nowMs()));
        term.creations().asked(topic);
        term.then(prepared.outcome(), (outcome, problem) -> {
            String why = outcome == null
                    ? String.valueOf(problem == null ? null : problem.getMessage())
                    : outcome.done() ? null : outcome.message();
            term.creations().ended(topic, why, term.nowMs());
            created.accept(topic, why);
        });
    }
}
