// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.permissions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kmirrord.it.fixture.AclTable;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Mirrors;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.it.fixture.TopicSettings;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each row of the guide's table of rights at the source: taken away it is named, the rest goes on, and given back it heals
 * without anybody's help.
 */
@Tag("long")
class PermissionsIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Path GUIDE =
            Path.of("../docs/mirrorctl.md").toAbsolutePath().normalize();
    private static final Pattern ROW =
            Pattern.compile("^\\| ([A-Z_]+) \\| ([^|]+) \\| [^|]+ \\| [^|]*?([A-Z_]+)[^A-Z|]*\\|$");
    private static final String PACER = "pacer";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    /** Of the same source, whose state topic it has not read yet. */
    private static MirrorFixture fresh;

    private static AclTable there;
    private static Places groups;
    private static TopicSettings topics;

    /** The rows. */
    private enum Right {
        READ_TOPIC(AclOperation.READ, "its topics", "SOURCE_UNAUTHORIZED"),
        DESCRIBE_TOPIC(AclOperation.DESCRIBE, "its topics", "NO_TOPIC"),
        DESCRIBE_CONFIGS(AclOperation.DESCRIBE_CONFIGS, "its topics", "SOURCE_UNAUTHORIZED"),
        DESCRIBE_GROUP(AclOperation.DESCRIBE, "groups that are synced", "UNREADABLE"),
        DESCRIBE_CLUSTER(AclOperation.DESCRIBE, "the cluster, where ACLs are synced", "SOURCE_UNAUTHORIZED"),
        READ_STATE(AclOperation.READ, "`__mirror_state`, where the source has one", "POSITION_UNREADABLE");

        private final AclOperation operation;
        private final String resource;
        private final String told;

        Right(AclOperation operation, String resource, String told) {
            this.operation = operation;
            this.resource = resource;
            this.told = told;
        }

        private AclBinding denied(String topic) {
            return switch (this) {
                case DESCRIBE_GROUP -> deny(ResourceType.GROUP, topic, operation);
                case DESCRIBE_CLUSTER -> deny(ResourceType.CLUSTER, "kafka-cluster", operation);
                case READ_STATE -> deny(ResourceType.TOPIC, "__mirror_state", operation);
                default -> deny(ResourceType.TOPIC, topic, operation);
            };
        }

        private static AclBinding deny(ResourceType type, String name, AclOperation operation) {
            return new AclBinding(
                    new ResourcePattern(type, name, PatternType.LITERAL),
                    new AccessControlEntry("User:ANONYMOUS", "*", operation, AclPermissionType.DENY));
        }
    }

    @BeforeAll
    static void start() {
        KafkaCluster source =
                CLUSTERS.start("source", Sites.authorizedBroker().property("allow.everyone.if.no.acl.found", "true"));
        there = CLUSTERS.manage(new AclTable(source));
        for (ResourceType type :
                List.of(ResourceType.CLUSTER, ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)) {
            String name = type == ResourceType.CLUSTER ? "kafka-cluster" : "*";
            there.put(new AclBinding(
                    new ResourcePattern(type, name, PatternType.LITERAL),
                    new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.ALL, AclPermissionType.ALLOW)));
        }
        if (hasState(source)) {
            CLUSTERS.manage(Mirrors.open(source.bootstrapServers()));
        }
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                AclTable.authorized(KafkaCluster.builder().brokers(1)).property("super.users", "User:ANONYMOUS"),
                List.of(),
                Map.of(
                        "groups.sync.interval.ms", "300",
                        "configs.sync.interval.ms", "300",
                        "acls.sync.interval.ms", "300",
                        "acls.sync.enabled", "true",
                        "acls.include", "topic;none-.*;*;*;*"));
        fresh = MirrorFixture.between(CLUSTERS, "fresh", source, fixture.site(), Map.of());
        groups = CLUSTERS.manage(new Places(source));
        topics = CLUSTERS.manage(new TopicSettings(source));
        mirrored(PACER);
    }

    /** Brokers of our own kind only are a destination of others, and have a state topic. */
    private static boolean hasState(KafkaCluster source) {
        return Versions.DESTINATIONS.contains(source.version());
    }

    private static void mirrored(String topic) {
        Records.create(fixture.source(), topic, 1, 1);
        Records.write(fixture.source(), topic, 1, 100);
        fixture.startTopics(List.of(topic));
        fixture.awaitMirrored(List.of(topic));
    }

    /** Without a look of its own a change of rights would be found an interval later. */
    private static String told() {
        Console.at(fixture.destination(), "sync", fixture.mirror());
        return fixture.notSynced();
    }

    private static void awaitTold(Right right, String name, boolean told) {
        assertThat(Poll.until(SOON, () -> isTold(right, name) == told))
                .as(() -> right + " told should be " + told + " in " + fixture.notSynced() + "\n"
                        + fixture.mirrors().describe(fixture.mirror(), name) + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    private static boolean isTold(Right right, String name) {
        if (right == Right.READ_TOPIC || right == Right.READ_STATE) {
            MirrorFixture mirror = right == Right.READ_STATE ? fresh : fixture;
            return mirror.mirrors().states(mirror.mirror(), name).values().stream()
                    .anyMatch(state -> state.failure() != null
                            && state.state() == StateName.FAILED
                            && state.failure().code() == FailureCode.valueOf(right.told));
        }
        String about = right == Right.DESCRIBE_CLUSTER ? "acls" : name;
        return told().lines()
                .flatMap(line -> List.of(line.split("not synced: ", -1)).stream())
                .anyMatch(line -> line.contains(about) && line.contains("(" + right.told + ")"));
    }

    @ParameterizedTest
    @EnumSource(Right.class)
    void aRightThatIsTakenAwayIsNamedAndHealsWhenItIsBack(Right right) {
        assumeTrue(right != Right.READ_STATE || hasState(fixture.source()), "the source has no state topic");
        String name = right.name().toLowerCase(Locale.ROOT).replace('_', '-');
        TopicPartition partition = new TopicPartition(name, 0);
        AclBinding denied = right.denied(name);
        if (right == Right.READ_STATE) {
            there.put(denied);
            Records.create(fixture.source(), name, 1, 1);
            Records.write(fixture.source(), name, 1, 100);
            fresh.startTopics(List.of(name));
        } else {
            mirrored(name);
            groups.commit(name, partition, 10);
            try (Places here = new Places(fixture.destination())) {
                assertThat(Poll.until(SOON, () -> here.offset(name, partition) == 10))
                        .isTrue();
            }
            there.put(denied);
        }
        try {
            if (right == Right.READ_TOPIC) {
                Records.write(fixture.source(), name, 1, 100);
            }
            awaitTold(right, name, true);
            Records.write(fixture.source(), PACER, 1, 10);
            String bytes = Integer.toString(70_000 + name.hashCode() % 1_000);
            topics.set(PACER, Map.of("max.message.bytes", bytes));
            fixture.awaitMirrored(List.of(PACER));
            assertThat(Poll.until(SOON, () -> configured(bytes)))
                    .as(fixture::daemonLogs)
                    .isTrue();
        } finally {
            there.take(denied);
        }
        awaitTold(right, name, false);
        Records.write(fixture.source(), name, 1, 10);
        fixture.awaitMirrored(List.of(name));
    }

    private static boolean configured(String bytes) {
        try (TopicSettings here = new TopicSettings(fixture.destination())) {
            return bytes.equals(here.own(PACER).get("max.message.bytes"));
        }
    }

    @Test
    void theTableOfTheGuideHasTheseRows() throws IOException {
        Map<String, String> table = new TreeMap<>();
        boolean here = false;
        for (String line : Files.readAllLines(GUIDE)) {
            here = line.startsWith("#") ? line.equals("## Rights at the source") : here;
            Matcher row = ROW.matcher(line);
            if (here && row.find()) {
                table.put(row.group(1) + " " + row.group(2).trim(), row.group(3));
            }
        }
        Map<String, String> rights = new TreeMap<>();
        for (Right right : Right.values()) {
            rights.put(right.operation + " " + right.resource, right.told);
        }
        assertThat(table).isEqualTo(rights);
    }
}
