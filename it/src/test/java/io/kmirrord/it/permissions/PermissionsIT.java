// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.permissions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kmirrord.cli.ExitCode;
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
    private static AclTable there;
    private static Places groups;
    private static TopicSettings topics;

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
                    new AccessControlEntry(Right.ANONYMOUS, "*", AclOperation.ALL, AclPermissionType.ALLOW)));
        }
        if (hasState(source)) {
            CLUSTERS.manage(Mirrors.open(source.bootstrapServers()));
        }
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                AclTable.authorized(KafkaCluster.builder().brokers(1)).property("super.users", Right.ANONYMOUS),
                List.of(),
                Map.of(
                        "groups.sync.interval.ms", "300",
                        "configs.sync.interval.ms", "300",
                        "acls.sync.interval.ms", "300",
                        "acls.sync.enabled", "true",
                        "acls.include", "topic;none-.*;*;*;*"));
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

    /** A broker learns of a change of rights some time after it was agreed to. */
    private static void awaitRefused(Right right, String name, boolean refused) {
        assertThat(Poll.until(SOON, () -> right.isRefused(fixture.source().bootstrapServers(), name) == refused))
                .as("%s of %s refused by the source's authorizer", right, name)
                .isTrue();
    }

    /**
     * What a fetch is refused is told by the partition itself, as soon as it fetches. The others are told by the first round
     * that begins after the change: one is made, and nothing is awaited after it.
     */
    private static void requireTold(MirrorFixture mirror, Right right, String name, boolean told) {
        awaitRefused(right, name, told);
        boolean partition = right == Right.READ_TOPIC || right.isOfState();
        boolean is = partition
                ? Poll.until(SOON, () -> isFailed(mirror, right, name) == told)
                : isListed(right, name, afterARound()) == told;
        assertThat(is)
                .as(() -> right + " told should be " + told + " in " + fixture.notSynced() + "\n"
                        + mirror.mirrors().describe(mirror.mirror(), name) + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    private static boolean isFailed(MirrorFixture mirror, Right right, String name) {
        return mirror.mirrors().states(mirror.mirror(), name).values().stream()
                .anyMatch(state -> state.failure() != null
                        && state.state() == StateName.FAILED
                        && state.failure().code() == FailureCode.valueOf(right.told));
    }

    private static String afterARound() {
        Console sync = Console.at(fixture.destination(), "sync", fixture.mirror());
        assertThat(sync.exitCode()).as(sync + "\n" + fixture.daemonLogs()).isEqualTo(ExitCode.OK);
        return fixture.notSynced();
    }

    private static boolean isListed(Right right, String name, String notSynced) {
        String about = right == Right.DESCRIBE_CLUSTER ? "acls" : name;
        return notSynced
                .lines()
                .flatMap(line -> List.of(line.split("not synced: ", -1)).stream())
                .anyMatch(line -> line.contains(about) && line.contains("(" + right.told + ")"));
    }

    @ParameterizedTest
    @EnumSource(Right.class)
    void aRightThatIsTakenAwayIsNamedAndHealsWhenItIsBack(Right right) {
        assumeTrue(!right.isOfState() || hasState(fixture.source()), "the source has no state topic");
        String name = right.name().toLowerCase(Locale.ROOT).replace('_', '-');
        TopicPartition partition = new TopicPartition(name, 0);
        AclBinding denied = right.denied(name);
        // The state topic of a source is read once for each mirror: by one that has not read it yet.
        MirrorFixture mirror = right.isOfState()
                ? MirrorFixture.between(CLUSTERS, "of-" + name, fixture.source(), fixture.site(), Map.of())
                : fixture;
        if (right.isOfState()) {
            there.put(denied);
            Records.create(fixture.source(), name, 1, 1);
            Records.write(fixture.source(), name, 1, 100);
            mirror.startTopics(List.of(name));
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
            requireTold(mirror, right, name, true);
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
        requireTold(mirror, right, name, false);
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
