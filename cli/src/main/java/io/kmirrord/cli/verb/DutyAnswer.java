// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.cli.Durations;
import io.kmirrord.cli.arrival.Waiter;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Waits for what the daemon with a mirror's duties answers to a request, and removes the request. For one thread.
 *
 * @param unanswered what is to be recorded where no answer comes, of what an operator is told
 */
record DutyAnswer(
        ClusterVerb verb,
        String name,
        String mirror,
        Function<String, List<StateRecord>> unanswered,
        Duration timeout) {

    /**
     * Waits.
     *
     * @param expiresMs until when the request stands, wall clock
     * @return the outcome, done or refused, which the operation does not hold yet
     * @throws CliException NO_ANSWER, which it does
     */
    RecordValue.Outcome await(Destination destination, Waiter waiter, RecordKey.Request request, long expiresMs) {
        verb.note(name + " " + mirror + ": waiting for the daemon that has the mirror's duties");
        var answered = waiter.outcome(request);
        if (answered.isEmpty()) {
            var failure = noAnswer(destination, expiresMs);
            destination.write(unanswered.apply(failure.detail()));
            throw failure;
        }
        destination.write(List.of(new StateRecord(request, null)));
        return answered.get();
    }

    private CliException noAnswer(Destination destination, long expiresMs) {
        var node = destination.dutyNode(mirror);
        var problem = node == TopicFacts.NO_LEADER
                ? "the mirror's partition of the state topic has no leader"
                : verb.signs(destination).problem(node);
        return CliError.NO_ANSWER.with(
                name,
                mirror,
                Durations.text(timeout.toMillis()),
                problem.isEmpty() ? "the daemon beside node " + node + " lives, but is not done with it" : problem,
                Durations.utc(expiresMs));
    }
}
