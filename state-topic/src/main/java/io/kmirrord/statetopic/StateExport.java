// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.codec.ExportFormat;
import io.kmirrord.statetopic.codec.ExportFormat.Header;
import io.kmirrord.statetopic.kafka.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;

/**
 * The state topic as a file: JSON lines, a header first. Stateless; thread-safe.
 *
 * <p>An export has every record of the view: not those that this release cannot read, which {@link StateStats#unreadable}
 * counts.
 */
public final class StateExport {
    private static final int RECORDS_PER_WRITE = 500;

    private StateExport() {}

    /**
     * Writes what the topic holds, after a read to its end. Flushes, and does not close.
     *
     * @param out written to on the view's thread
     * @param nowMs wall clock
     * @return number of records; fails with {@link StateTopicException}, {@link UncheckedIOException}
     */
    public static CompletableFuture<Integer> export(StateTopic topic, StateTopicConfig config, Writer out, long nowMs) {
        return topic.readToEnd(StateView::records).thenApply(records -> {
            ExportFormat format = new ExportFormat();
            Header header = new Header(
                    topic.clusterId(), config.stateTopic(), topic.topicId().toString(), nowMs, records.size());
            try {
                out.write(format.line(header) + "\n");
                for (String line : records.stream().map(format::line).sorted().toList()) {
                    out.write(line + "\n");
                }
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write the export", e);
            }
            return records.size();
        });
    }

    /**
     * Reads a whole export, checks it, and writes its records, and last of all that this topic continues the exported one,
     * so that who acted on that one acts on this one. Signs of life are left out: they were of their time. The result is
     * the join of what was there and what was imported. Idempotent. Blocks while it reads the file.
     *
     * @param force also into a topic that is not empty, and from another cluster
     * @return number of records written; fails with {@link StateTopicException} INVALID, NOT_EMPTY, or those of the writer
     * @throws StateTopicException INVALID that names the line
     */
    public static CompletableFuture<Integer> importInto(
            StateTopic topic, StateWriter writer, Reader in, boolean force) {
        Parsed parsed = parse(in);
        if (!force && !parsed.header().clusterId().equals(topic.clusterId())) {
            throw new StateTopicException(
                    Reason.INVALID,
                    "the export is of cluster " + parsed.header().clusterId() + ", this is cluster " + topic.clusterId()
                            + ": its states speak of logs that are not here. Connect to the right cluster, or force it");
        }
        return topic.readToEnd(StateExport::contents).thenCompose(present -> {
            if (present > 0 && !force) {
                return CompletableFuture.failedFuture(new StateTopicException(
                        Reason.NOT_EMPTY,
                        "the state topic holds " + present
                                + " records. An import joins them with those of the file, of "
                                + "which the newest win: force it if that is what you want"));
            }
            return write(writer, parsed.records())
                    .thenCompose(written -> continueAs(topic, writer, parsed).thenApply(done -> written));
        });
    }

    /** Written last: daemons follow the topic only once it is whole. */
    private static CompletableFuture<Void> continueAs(StateTopic topic, StateWriter writer, Parsed parsed) {
        return parsed.topicId().equals(topic.topicId())
                ? CompletableFuture.completedFuture(null)
                : writer.write(List.of(new StateRecord(
                        new RecordKey.RestoredFrom(Topics.id(parsed.topicId())),
                        new RecordValue.RestoredFrom(parsed.header().atMs()))));
    }

    private static int contents(StateView view) {
        return (int) view.records().stream().filter(StateExport::isState).count();
    }

    private static boolean isState(StateRecord record) {
        return isKept(record) && !(record.key() instanceof RecordKey.RestoredFrom);
    }

    private static boolean isKept(StateRecord record) {
        return !(record.key() instanceof RecordKey.Magic) && !(record.key() instanceof RecordKey.Heartbeat);
    }

    private static CompletableFuture<Integer> write(StateWriter writer, List<StateRecord> records) {
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        for (int from = 0; from < records.size(); from += RECORDS_PER_WRITE) {
            writes.add(writer.write(records.subList(from, Math.min(records.size(), from + RECORDS_PER_WRITE))));
        }
        return CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).thenApply(done -> records.size());
    }

    private record Parsed(Header header, Uuid topicId, List<StateRecord> records) {}

    private static Uuid id(Header header) throws IOException {
        try {
            return Uuid.fromString(header.topicId());
        } catch (IllegalArgumentException e) {
            throw new IOException("topicId '" + header.topicId() + "'; accepted: the id of a topic", e);
        }
    }

    private static Parsed parse(Reader in) {
        ExportFormat format = new ExportFormat();
        BufferedReader lines = new BufferedReader(in);
        int number = 1;
        try {
            String first = lines.readLine();
            Header header = format.header(first == null ? "" : first);
            List<StateRecord> records = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                records.add(format.record(line));
            }
            if (records.size() != header.records()) {
                throw new IOException("the header promises " + header.records() + " records and " + records.size()
                        + " follow: the file was cut off");
            }
            return new Parsed(
                    header,
                    id(header),
                    records.stream().filter(StateExport::isKept).toList());
        } catch (IOException e) {
            throw new StateTopicException(
                    Reason.INVALID,
                    "line " + number + " of the export: " + e.getMessage() + ". Nothing was written",
                    e);
        }
    }
}
