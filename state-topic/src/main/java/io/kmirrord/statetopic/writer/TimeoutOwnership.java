// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.ClientSettings;
import io.kmirrord.statetopic.kafka.Deadline;
import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/** Asks by an Admin client made for the question, which is a rare one. */
record TimeoutOwnership(StateTopicConfig config, int nodeId, int timeoutMs) implements Ownership {
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    @Override
    public boolean takenOver() {
        String id = ClientSettings.transactionalId(config, nodeId);
        try (Admin admin = Admin.create(ClientSettings.admin(config))) {
            var answer = admin.describeTransactions(List.of(id)).description(id);
            return new Answers(config, Deadline.in(TIMEOUT)).getRaw(answer).transactionTimeoutMs() != timeoutMs;
        } catch (ExecutionException | TimeoutException e) {
            if (Problems.unwrap(e) instanceof TransactionalIdNotFoundException) {
                return false;
            }
            throw Problems.of(e, "asking who writes as " + id, config);
        }
    }
}
