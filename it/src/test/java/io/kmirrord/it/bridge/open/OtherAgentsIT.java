// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.it.bridge.ops.Batches;
import io.kmirrord.it.bridge.ops.MirrorTopic;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaClusterBuilder;
import io.kmirrord.testkit.junit.Clusters;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other agents in the broker's JVM, and the newest JDK. */
final class OtherAgentsIT {
    private static final int NODE = 1;
    private static final Path JDK_25 = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64");

    /** Rewrites every Kafka class at load, loads one early, and transforms it once more, as monitoring agents do. */
    private static final String SOURCE = """
            import java.lang.instrument.ClassFileTransformer;
            import java.lang.instrument.Instrumentation;
            import java.security.ProtectionDomain;
            public final class Other {
                public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
                    instrumentation.addTransformer(new ClassFileTransformer() {
                        private boolean told;
                        @Override
                        public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                            if (name == null || !name.startsWith("kafka/") && !name.startsWith("org/apache/kafka/")) {
                                return null;
                            }
                            if (!told) {
                                told = true;
                                System.out.println("the other agent transforms");
                            }
                            return bytes.clone();
                        }
                    }, true);
                    Class<?> early = Class.forName("org.apache.kafka.storage.internals.log.UnifiedLog");
                    instrumentation.retransformClasses(early);
                }
            }
            """;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    @Tag("long")
    void r13AnotherAgentBeforeOrAfterTheBridgeChangesNothing(String order) throws Exception {
        String option = "-javaagent:" + otherAgent(CLUSTERS.dir().resolve("agent-" + order));
        KafkaClusterBuilder builder = KafkaCluster.builder().version("4.4.0");
        // JAVA_TOOL_OPTIONS come before JDK_JAVA_OPTIONS, which hold the bridge, and the command line comes last.
        if (order.equals("before")) {
            builder.nodeEnv(NODE, "JAVA_TOOL_OPTIONS", option);
        } else {
            builder.jvmOption(option);
        }
        BridgeCluster bridges = BridgeCluster.start(CLUSTERS, order, builder);
        assertThat(Files.readString(bridges.kafka().node(NODE).logFile())).contains("the other agent transforms");
        assertMirrors(bridges);
    }

    @Test
    void theBridgeRunsOnJdk25() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(JDK_25), () -> "no JDK 25 at " + JDK_25);
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS, "jdk25", KafkaCluster.builder().version("4.4.0").javaHome(JDK_25));
        assertMirrors(bridges);
        assertThat(bridges.kafka().node(NODE).logFile()).content().doesNotContain("io.kmirrord.bridge.shaded");
    }

    /** The fence, the operations and a stop work, and clients go on with an open topic. */
    private static void assertMirrors(BridgeCluster bridges) throws Exception {
        assertThat(bridges.client(NODE).hello().get(30, TimeUnit.SECONDS).linkProblems())
                .isEmpty();
        assertThat(bridges.client(NODE).hello().get(30, TimeUnit.SECONDS).fenceInstalled())
                .isTrue();
        MirrorTopic topic = MirrorTopic.create(bridges, "orders", 1, Map.of());
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "x"));
        try (Admin admin = bridges.kafka().admin();
                Producer<String, String> producer =
                        Clients.idempotent(bridges.kafka().bootstrapServers())) {
            admin.createTopics(List.of(new NewTopic("local", 1, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            assertThat(Clients.send(producer, "local", 0, "mine")).isZero();
            assertThatThrownBy(() -> Clients.send(producer, "orders", 0, "refused"))
                    .isInstanceOf(PolicyViolationException.class);
            bridges.kafka().node(NODE).kill();
            bridges.kafka().node(NODE).start();
            topic.awaitLeader();
            assertThat(topic.leaderState().epochs())
                    .as("F7: no entry of its own")
                    .hasSize(1);
            long mark = Steps.stop(bridges, topic);
            assertThat(Clients.send(producer, "orders", 0, "open")).isEqualTo(mark + 1);
        }
    }

    private static Path otherAgent(Path dir) throws IOException {
        Path classes = Files.createDirectories(dir.resolve("classes"));
        Path source = Files.writeString(dir.resolve("Other.java"), SOURCE);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", "-d", classes.toString(), source.toString());
        assertThat(result).isZero();
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", "Other");
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = dir.resolve("other.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> compiled = Files.list(classes)) {
            for (Path path : compiled.toList()) {
                out.putNextEntry(new JarEntry(path.getFileName().toString()));
                Files.copy(path, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
