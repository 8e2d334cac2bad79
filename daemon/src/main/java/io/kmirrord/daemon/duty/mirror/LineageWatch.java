// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down by which mirrors the source has the topics of a mirror, for clusters that mirror from here. Where it finds this
 * cluster among them, a ring has closed that no start could see, because two of its starts were at the same time: what is
 * written then makes the partitions FAIL at every daemon. Confined to the queue.
 */
final class LineageWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LineageWatch.class);

    private final MirrorTerm term;
    private String lastProblem = "";
    private boolean looking;
    private boolean again;

    LineageWatch(MirrorTerm term) {
        this.term = term;
    }

    /** What is wished, and what was written. */
    private record Facts(Map<String, UUID> topics, Map<String, RecordValue.Lineage> written) {
        static Facts read(StateView view, String mirror) {
            Map<String, UUID> topics = new HashMap<>();
            view.topics(mirror).forEach((name, wish) -> {
                if (wish.topicId() != null && wish.wish().desired() != Desired.STOPPED) {
                    topics.put(name, wish.topicId());
                }
            });
            return new Facts(topics, view.lineages(mirror));
        }
    }

    /** Looks, and once more if it is asked to while it looks. */
    void look() {
        if (looking) {
            again = true;
            return;
        }
        looking = true;
        term.then(
                term.parts()
                        .topic()
                        .readToEnd(Set.of(StatePartitions.of(term.mirror())), view -> Facts.read(view, term.mirror())),
                (facts, problem) -> {
                    if (facts == null) {
                        complain("the state topic cannot be read: " + StartJob.text(problem));
                        done();
                    } else if (facts.topics().isEmpty()) {
                        write(facts, Map.of());
                    } else {
                        askSource(facts);
                    }
                });
    }

    private void askSource(Facts facts) {
        term.then(term.parts().source().upstream(term.mirror(), facts.topics()), (upstream, problem) -> {
            if (upstream == null) {
                // What was written stays: a source that cannot be read may still mirror.
                complain("the source cannot be asked by which mirrors it has its topics: " + StartJob.text(problem));
                done();
            } else {
                lastProblem = "";
                write(facts, upstream);
            }
        });
    }

    private void write(Facts facts, Map<String, List<Hop>> upstream) {
        List<StateRecord> records = new ArrayList<>();
        upstream.forEach((topic, hops) -> {
            RecordValue.Lineage before = facts.written().get(topic);
            if (before == null || !before.hops().equals(hops)) {
                LOG.info("mirror {}: its source has {} by {}", term.mirror(), topic, hops);
                records.add(new StateRecord(
                        new RecordKey.Lineage(term.mirror(), topic), new RecordValue.Lineage(hops, term.nowMs())));
            }
        });
        facts.written().keySet().stream()
                .filter(topic -> !upstream.containsKey(topic))
                .forEach(topic -> records.add(new StateRecord(new RecordKey.Lineage(term.mirror(), topic), null)));
        if (records.isEmpty()) {
            done();
            return;
        }
        term.then(term.parts().writer().write(records), (nothing, problem) -> {
            if (problem != null) {
                complain("the state topic cannot be written: " + StartJob.text(problem));
            }
            done();
        });
    }

    private void done() {
        looking = false;
        if (again) {
            again = false;
            look();
        }
    }

    private void complain(String problem) {
        if (!problem.equals(lastProblem)) {
            LOG.warn("mirror {}: {}", term.mirror(), problem);
            lastProblem = problem;
        }
    }
}
