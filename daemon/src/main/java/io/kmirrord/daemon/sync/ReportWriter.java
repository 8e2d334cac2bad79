// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.sync;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what a sync leaves alone, so that nobody has to read the log of the right daemon to find out. What cannot be
 * written is logged: the next round writes it. Confined to its queue.
 *
 * @param subject of the reports
 * @param nodeId of the local node
 * @param nowMs wall clock
 */
public record ReportWriter(
        EventQueue queue,
        StateTopic topic,
        StateWriter writer,
        String mirror,
        String subject,
        int nodeId,
        LongSupplier nowMs) {
    private static final Logger LOG = LoggerFactory.getLogger(ReportWriter.class);

    /**
     * Writes what a round skipped; nothing where the last one said the same.
     *
     * @param before reports of all daemons, as {@link SyncReports#of} tells
     */
    public void skipped(Map<RecordKey.SyncReport, RecordValue.SyncReport> before, List<Skipped> skipped) {
        write(SyncReports.changes(
                before, new RecordKey.SyncReport(mirror, subject, nodeId), skipped, nowMs.getAsLong()));
    }

    /** Writes that a round came to nothing. */
    public void failed(String why) {
        Skipped all = new Skipped(subject, "all of them", "ROUND_FAILED", "not compared with the source: " + why);
        queue.then(topic.read(view -> SyncReports.of(view, mirror, subject)), (before, problem) -> {
            if (before == null) {
                notWritten(problem);
            } else {
                skipped(before, List.of(all));
            }
        });
    }

    /** Ends records that nobody needs any more. */
    public void tombstones(List<RecordKey> outdated) {
        write(outdated.stream().map(key -> new StateRecord(key, null)).toList());
    }

    private void write(List<StateRecord> records) {
        if (!records.isEmpty()) {
            queue.then(writer.write(records), (nothing, problem) -> {
                if (problem != null) {
                    notWritten(problem);
                }
            });
        }
    }

    private void notWritten(@Nullable Throwable problem) {
        LOG.warn(
                "mirror {}: what of its {} is skipped was not recorded: {}",
                mirror,
                subject,
                problem == null ? "no answer" : Problems.text(problem));
    }
}
