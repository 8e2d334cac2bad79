// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.duty;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.it.fixture.TopicSettings;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Topics that come, grow and are configured at the source while the daemons are killed. */
@Tag("long")
class ManyTopicsIT {
    private static final Duration SOON = Duration.ofMinutes(4);
    private static final String HOUR_MS = "3600000";
    private static final String DAY_MS = "86400000";
    private static final Pattern CREATION = Pattern.compile("(many-[0-9-]+) created with ");
    private static final int TOPICS = 500;
    private static final int STEPS = 10;
    private static final int PER_STEP = TOPICS / STEPS;
    private static final Map<String, String> CREATED = Map.of("max.message.bytes", "70000", "compression.type", "lz4");

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    void allAreThereAfterTwoLooksAndEachWasCreatedOnce() throws Exception {
        KafkaCluster source = CLUSTERS.start("source", Sites.oneBroker());
        Records.create(source, "many", 1, 1);
        MirrorFixture fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(2),
                List.of("many.*"),
                Map.of("replication.factor", "1", "configs.sync.interval.ms", DAY_MS));
        fixture.mirrors().awaitState(fixture.mirror(), "many", 1, StateName.MIRRORING, SOON);
        List<DaemonProcess> daemons = List.copyOf(fixture.daemons().byNode().values());
        try (Places there = new Places(source);
                Places here = new Places(fixture.destination())) {
            for (int step = 0; step < STEPS - 1; step++) {
                DaemonProcess victim = daemons.get(step % daemons.size());
                victim.kill();
                create(there.admin(), names(step));
                victim.start();
                if (step > 0) {
                    grow(there.admin(), names(step - 1));
                    configure(source, there.admin(), names(step - 1));
                    awaitBegun(fixture, here.admin(), names(step - 1));
                }
            }
            daemons.forEach(DaemonProcess::kill);
            create(there.admin(), names(STEPS - 1));
            for (int step : List.of(STEPS - 2, STEPS - 1)) {
                grow(there.admin(), names(step));
                configure(source, there.admin(), names(step));
            }
            List<String> all = IntStream.range(0, STEPS)
                    .boxed()
                    .flatMap(step -> names(step).stream())
                    .toList();
            awaitChanged(there.admin(), all);
            for (DaemonProcess daemon : daemons) {
                looksNoMoreUnlessAsked(daemon);
                daemon.start();
            }
            look(fixture);
            // A topic follows configs once something of it is copied, which needs no look.
            for (String topic : all) {
                assertThat(Poll.until(SOON, () -> isCopied(fixture, topic)))
                        .as(() -> topic + ": " + fixture.mirrors().describe(fixture.mirror(), topic) + "\n"
                                + fixture.notSynced() + "\n" + fixture.daemonLogs())
                        .isTrue();
            }
            look(fixture);
            requireAll(fixture, there.admin(), here.admin(), all);
            requireCreatedOnce(fixture);
        }
    }

    /** So that the next kill meets daemons that create topics, rather than such as have just begun to live. */
    private static void awaitBegun(MirrorFixture fixture, Admin here, List<String> names) {
        assertThat(Poll.until(
                        SOON, () -> described(here, names).values().stream().anyMatch(text -> text.contains(" with "))))
                .as(() -> names + "\n" + fixture.notSynced() + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    /** A broker that is busy with new partitions tells of changes some seconds after they were agreed to. */
    private static void awaitChanged(Admin there, List<String> all) {
        // Configs of a topic that a broker does not know yet are an error: they are asked for last.
        assertThat(Poll.until(
                        SOON,
                        () -> described(there, all).values().stream().allMatch(text -> text.endsWith(" with 2"))
                                && areConfigured(configs(there, all))))
                .as(() -> String.valueOf(described(there, all)))
                .isTrue();
    }

    private static boolean areConfigured(Map<String, Map<String, String>> configs) {
        return IntStream.range(0, STEPS)
                .mapToObj(step -> configs.get(names(step).get(0)))
                .allMatch(Map.of("max.message.bytes", "80000")::equals);
    }

    private static boolean isCopied(MirrorFixture fixture, String topic) {
        return fixture.mirrors().states(fixture.mirror(), topic).values().stream()
                .anyMatch(state -> state.state() == StateName.MIRRORING);
    }

    /**
     * From its next start on; it has one look then, and those that are asked for. What is not there after them would not be
     * there an hour later.
     */
    private static void looksNoMoreUnlessAsked(DaemonProcess daemon) throws IOException {
        Path settings = daemon.logFile().resolveSibling(daemon.name() + ".properties");
        String before = Files.readString(settings);
        String after = before.replaceFirst("discovery\\.interval\\.ms=[0-9]+", "discovery.interval.ms=" + HOUR_MS);
        assertThat(after).contains(HOUR_MS).isNotEqualTo(before);
        Files.writeString(settings, after);
    }

    /** Waited for is only what the looks have begun: controllers create topics, brokers tell of them, daemons copy. */
    private static void requireAll(MirrorFixture fixture, Admin there, Admin here, List<String> all) {
        Map<String, Map<String, String>> configs = configs(there, all);
        assertThat(Poll.until(SOON, () -> configs(here, all).equals(configs)))
                .as(() -> fixture.notSynced() + "\n" + fixture.daemonLogs())
                .isTrue();
        boolean ids = !described(there, all).containsValue(Uuid.ZERO_UUID + " with 2");
        Map<String, String> wanted = described(there, all, ids);
        assertThat(wanted)
                .hasSize(TOPICS)
                .allSatisfy((topic, text) -> assertThat(text).endsWith(" with 2"));
        assertThat(Poll.until(SOON, () -> described(here, all, ids).equals(wanted)))
                .as(() -> difference(wanted, described(here, all, ids)) + "\n" + fixture.notSynced() + "\n"
                        + fixture.daemonLogs())
                .isTrue();
        for (String topic : all) {
            fixture.mirrors().awaitState(fixture.mirror(), topic, 2, StateName.MIRRORING, SOON);
        }
    }

    private static List<String> names(int step) {
        return IntStream.range(0, PER_STEP)
                .mapToObj(number -> "many-%d-%02d".formatted(step, number))
                .toList();
    }

    private static void create(Admin admin, List<String> names) throws Exception {
        admin.createTopics(names.stream()
                        .map(name -> new NewTopic(name, 1, (short) 1).configs(CREATED))
                        .toList())
                .all()
                .get();
    }

    private static void grow(Admin admin, List<String> names) throws Exception {
        Map<String, NewPartitions> more = new HashMap<>();
        names.forEach(name -> more.put(name, NewPartitions.increaseTo(2)));
        admin.createPartitions(more).all().get();
    }

    private static void configure(KafkaCluster source, Admin admin, List<String> names) throws Exception {
        try (TopicSettings settings = new TopicSettings(source)) {
            if (settings.isSlow()) {
                settings.set(names.get(0), Map.of("max.message.bytes", "80000"));
                settings.remove(names.get(0), "compression.type");
                return;
            }
        }
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (String name : names) {
            changes.put(
                    new ConfigResource(ConfigResource.Type.TOPIC, name),
                    List.of(
                            new AlterConfigOp(new ConfigEntry("max.message.bytes", "80000"), AlterConfigOp.OpType.SET),
                            new AlterConfigOp(new ConfigEntry("compression.type", ""), AlterConfigOp.OpType.DELETE)));
        }
        admin.incrementalAlterConfigs(changes).all().get();
    }

    /** As an interval, but not a matter of time: again where a daemon that was just started does not answer yet. */
    private static void look(MirrorFixture fixture) {
        assertThat(Poll.until(
                        SOON,
                        () -> Console.at(fixture.destination(), "sync", fixture.mirror())
                                        .exitCode()
                                == ExitCode.OK))
                .as(fixture::daemonLogs)
                .isTrue();
    }

    private static Map<String, String> described(Admin admin, List<String> names) {
        return described(admin, names, true);
    }

    private static Map<String, String> described(Admin admin, List<String> names, boolean withIds) {
        Map<String, String> described = new TreeMap<>();
        admin.describeTopics(names).topicNameValues().forEach((name, answer) -> {
            try {
                TopicDescription topic = answer.get();
                described.put(
                        name,
                        (withIds ? topic.topicId() : "a topic") + " with "
                                + topic.partitions().size());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            } catch (ExecutionException e) {
                described.put(name, String.valueOf(e.getMessage()));
            }
        });
        return described;
    }

    private static Map<String, Map<String, String>> configs(Admin admin, List<String> names) {
        List<ConfigResource> resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<String, Map<String, String>> configs = new TreeMap<>();
        try {
            admin.describeConfigs(resources).all().get().forEach((resource, config) -> {
                Map<String, String> own = new TreeMap<>();
                config.entries().stream()
                        .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
                        .forEach(entry -> own.put(entry.name(), entry.value()));
                configs.put(resource.name(), own);
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError("configs cannot be read", e);
        }
        return configs;
    }

    private static String difference(Map<String, String> wanted, Map<String, String> found) {
        List<String> lines = new ArrayList<>();
        wanted.forEach((name, text) -> {
            if (!text.equals(found.get(name))) {
                lines.add(name + ": " + text + " | " + found.get(name));
            }
        });
        return String.join("\n", lines);
    }

    /** One wish, never revised; and one creation at most in the logs of all daemons. */
    private static void requireCreatedOnce(MirrorFixture fixture) throws IOException {
        Map<String, StateView.TopicWish> wishes = fixture.mirrors()
                .topic()
                .readToEnd(view -> view.topics(fixture.mirror()))
                .join();
        assertThat(wishes.values())
                .hasSize(TOPICS + 1)
                .allMatch(wish -> wish.wish().revision() == 0);
        Map<String, Integer> created = new TreeMap<>();
        for (DaemonProcess daemon : fixture.daemons().byNode().values()) {
            try (Stream<String> lines = Files.lines(daemon.logFile())) {
                lines.map(CREATION::matcher)
                        .filter(Matcher::find)
                        .forEach(found -> created.merge(found.group(1), 1, Integer::sum));
            }
        }
        // A daemon that died between a creation and its line in the log left none.
        assertThat(created.keySet()).hasSizeGreaterThan(TOPICS - PER_STEP);
        assertThat(created.values()).allMatch(count -> count == 1);
    }
}
