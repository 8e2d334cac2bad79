// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a promotion asks of the daemons before anything is stopped.
 *
 * @param patterns which topics; empty: all of the mirror
 * @param expiresMs until when the daemons may wait for the end of the lag, wall clock
 */
public record PromotePlan(String mirror, TopicPatterns patterns, long expiresMs) {

    /**
     * What is to be written.
     *
     * @param request to wait for, empty if everything is stopped already
     */
    public record Decision(List<StateRecord> records, Optional<RecordKey.Request> request) {}

    /**
     * Decides.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR, NO_TOPIC_MATCHES
     */
    public Decision decide(StateView view, Stamp stamp) {
        var topics = WishPlan.matching(MirrorFacts.of(view, mirror), patterns).stream()
                .filter(wish -> wish.wish().desired() != Desired.STOPPED)
                .map(StateView.TopicWish::topic)
                .toList();
        if (topics.isEmpty()) {
            return new Decision(List.of(), Optional.empty());
        }
        var key = new RecordKey.Request(mirror, stamp.operationId());
        var records = new ArrayList<StateRecord>();
        records.add(stamp.operation(mirror, WishVerb.PROMOTE.toString(), topics));
        records.add(new StateRecord(key, new RecordValue.PromoteRequest(topics, expiresMs)));
        records.addAll(OpenRequests.forgotten(view, mirror, stamp.nowMs()));
        return new Decision(records, Optional.of(key));
    }
}
