// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.get;
import static io.kmirrord.statetopic.Waiting.reason;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.kafka.Topics;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The state topic as a file, and back. */
final class ExportIT {
    @RegisterExtension
    static final SharedCluster SHARED = new SharedCluster();

    private static Set<StateRecord> records(StateTopic topic) {
        return get(topic.readToEnd(view -> new HashSet<>(view.records())));
    }

    private static String export(StateTopic topic, StateTopicConfig config) {
        StringWriter out = new StringWriter();
        int records = get(StateExport.export(topic, config, out, 1_700_000_000_000L));
        assertThat(out.toString().lines()).hasSize(records + 1);
        return out.toString();
    }

    @Test
    void recordsOfEveryTypeAreExportedAndImportedIntoAnotherTopic() throws IOException {
        List<StateRecord> all = GoldenRecord.release010().stream()
                .filter(line -> line.value() != null)
                .map(GoldenRecord::record)
                .filter(record -> !(record.key() instanceof RecordKey.Magic))
                .toList();
        StateTopicConfig from = SHARED.config("from");
        StateTopicConfig to = SHARED.config("to");
        try (StateTopic source = SHARED.open(from);
                StateTopic target = SHARED.open(to);
                StateWriter writer = StateWriter.transactional(from, source, 1);
                StateWriter tool = StateWriter.plain(to, target)) {
            get(writer.write(all));
            String file = export(source, from);
            assertThat(file.lines().findFirst())
                    .hasValue("{\"type\":\"StateExport\",\"v\":1,\"clusterId\":\"" + source.clusterId()
                            + "\",\"topic\":\"from-state\",\"topicId\":\"" + source.topicId()
                            + "\",\"atMs\":1700000000000,\"records\":"
                            + (all.size() + 1) + "}");

            int imported = get(StateExport.importInto(target, tool, new StringReader(file), false));
            assertThat(imported)
                    .as("neither the format's record nor signs of life")
                    .isEqualTo(all.size() - 1);
            Set<StateRecord> expected = records(source);
            expected.removeIf(record -> record.key() instanceof RecordKey.Heartbeat);
            assertThat(expected).hasSize(all.size());
            expected.add(new StateRecord(
                    new RecordKey.RestoredFrom(Topics.id(source.topicId())),
                    new RecordValue.RestoredFrom(1_700_000_000_000L)));
            assertThat(records(target)).isEqualTo(expected);
            assertThat(reason(StateExport.importInto(target, tool, new StringReader(file), false)))
                    .isEqualTo(Reason.NOT_EMPTY);
            get(StateExport.importInto(target, tool, new StringReader(file), true));
            assertThat(export(target, to).lines().skip(1).toList())
                    .as("but for the sign of life and where it came from, the same lines")
                    .filteredOn(line -> !line.contains("RestoredFrom"))
                    .isEqualTo(file.lines()
                            .skip(1)
                            .filter(line -> !line.contains("Heartbeat"))
                            .toList());
        }
    }

    @Test
    void aFileThatIsNotWholeOrNotOursWritesNothing() {
        StateTopicConfig config = SHARED.config("broken");
        try (StateTopic topic = SHARED.open(config);
                StateWriter tool = StateWriter.plain(config, topic)) {
            String file = export(topic, config);
            record Case(String file, String text) {}
            List<Case> cases = List.of(
                    new Case("", "line 1"),
                    new Case("{\"key\":1}\n", "not the header of an export"),
                    new Case(
                            file.replace("\"v\":1,\"clusterId\"", "\"v\":2,\"clusterId\""),
                            "version 2; accepted: 1 to 1"),
                    new Case(file.lines().findFirst().orElseThrow(), "promises 1 records and 0 follow"),
                    new Case(file + "{\"key\":{}}\n", "line 3"),
                    new Case(file.replace("\"format\"", "\"form\""), "line 2"),
                    new Case(file.replace(topic.topicId().toString(), "short"), "topicId 'short'"),
                    new Case(file.replace(topic.clusterId(), "elsewhere"), "the export is of cluster elsewhere"));
            for (Case bad : cases) {
                assertThatThrownBy(() -> StateExport.importInto(topic, tool, new StringReader(bad.file()), false))
                        .isInstanceOf(StateTopicException.class)
                        .hasMessageContaining(bad.text());
            }
            assertThat(records(topic)).hasSize(1);
        }
    }
}
