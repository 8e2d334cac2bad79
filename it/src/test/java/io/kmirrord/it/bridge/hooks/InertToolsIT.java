// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.ToolRun;
import io.kmirrord.testkit.cluster.KafkaClassPath;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.BridgeJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The option reaches Kafka's command-line tools as well, run beside a live broker as whatever user. */
final class InertToolsIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static final List<Path> TOOLS = KafkaClassPath.tools(Versions.DEFAULT);

    @Test
    @DisplayName("R13: tools print the same, and touch neither socket nor disk")
    void r13ToolsDoNotNoticeTheAgent() throws Exception {
        BridgeCluster cluster =
                BridgeCluster.start(CLUSTERS, "one", KafkaCluster.builder().brokers(1));
        String bootstrap = cluster.kafka().bootstrapServers();
        cluster.admin()
                .createTopics(List.of(new org.apache.kafka.clients.admin.NewTopic("local", 1, (short) 1)))
                .all()
                .get();
        try (Producer<String, String> producer = Clients.plain(bootstrap, "1")) {
            Clients.send(producer, "local", 0, "x");
        }
        Path segment;
        try (Stream<Path> files = Files.walk(cluster.kafka().node(1).logDirs().get(0))) {
            segment = files.filter(f -> f.toString().endsWith("local-0/00000000000000000000.log"))
                    .findFirst()
                    .orElseThrow();
        }
        Path socket = cluster.socket(1);
        Path dir = Objects.requireNonNull(socket.getParent());
        assertThat(cluster.hello(1).fenceInstalled()).isTrue();
        Object inode = key(socket);
        List<Path> before = list(dir);

        for (String[] tool : List.of(
                new String[] {"org.apache.kafka.tools.TopicCommand", "--bootstrap-server", bootstrap, "--list"},
                new String[] {
                    "org.apache.kafka.tools.GetOffsetShell", "--bootstrap-server", bootstrap, "--topic", "local"
                },
                new String[] {
                    "org.apache.kafka.tools.DumpLogSegments", "--deep-iteration", "--files", segment.toString()
                },
                new String[] {"org.apache.kafka.tools.TopicCommand", "--nonsense"})) {
            ToolRun without = ToolRun.main(TOOLS, "", tool);
            ToolRun with = ToolRun.main(TOOLS, "-javaagent:" + BridgeJar.find() + "=socket.path=" + socket, tool);
            assertThat(with.exitCode()).isEqualTo(without.exitCode());
            assertThat(with.out()).isEqualTo(without.out());
            assertThat(withoutNotes(with.err())).isEqualTo(withoutNotes(without.err()));
            assertThat(key(socket)).as("socket after " + tool[0]).isEqualTo(inode);
        }
        assertThat(list(dir)).isEqualTo(before);
        assertThat(cluster.call(1, new Request.Describe(List.of()), Response.Description.class)
                        .viewOffset())
                .isNotNegative();
    }

    /** The JVM itself says that it picked up the variable. */
    private static String withoutNotes(String err) {
        return err.lines()
                .filter(line -> !line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS"))
                .toList()
                .toString();
    }

    private static List<Path> list(Path dir) throws Exception {
        try (Stream<Path> files = Files.list(dir)) {
            return files.sorted().toList();
        }
    }

    private static Object key(Path file) throws Exception {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return List.of(String.valueOf(attributes.fileKey()), attributes.creationTime());
    }
}
