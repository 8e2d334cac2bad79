// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Answers a request to sync at once: a look for what is new at the source, then one round of each sync, so that new topics are
 * part of them as soon as they are there. Confined to the queue.
 */
final class SyncAnswer {
    private final MirrorTerm term;
    private final RecordKey.Request key;
    private final Map<String, String> details = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private int left;

    SyncAnswer(MirrorTerm term, RecordKey.Request key) {
        this.term = term;
        this.key = key;
    }

    void begin() {
        term.then(term.look(), (found, problem) -> {
            if (found == null) {
                problems.add(DiscoveryJob.SUBJECT + ": " + StartJob.text(problem));
            } else {
                put("started", found.started());
                put("grown", found.grown());
                put("stopped", found.stopped());
                count(DiscoveryJob.SUBJECT, found.skipped());
            }
            Map<String, CompletableFuture<List<Skipped>>> rounds = term.rounds();
            left = rounds.size();
            rounds.forEach(this::await);
        });
    }

    private void await(String subject, CompletableFuture<List<Skipped>> round) {
        term.then(round, (skipped, problem) -> {
            if (skipped == null) {
                problems.add(subject + ": " + StartJob.text(problem));
            } else {
                count(subject, skipped);
            }
            left--;
            if (left == 0) {
                answer();
            }
        });
    }

    private void put(String name, List<String> topics) {
        if (!topics.isEmpty()) {
            details.put(name, Listing.of(topics));
        }
    }

    private void count(String subject, List<Skipped> skipped) {
        details.put(subject, Integer.toString(skipped.size()));
    }

    private void answer() {
        String message = problems.isEmpty()
                ? "everything was looked at"
                : "not synced: " + String.join("; ", problems.stream().sorted().toList());
        term.answer(key, new RecordValue.Outcome(problems.isEmpty(), message, -1, 0, details));
    }
}
