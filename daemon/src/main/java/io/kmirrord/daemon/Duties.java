// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.accounts.AdminAccounts;
import io.kmirrord.daemon.acls.AdminAcls;
import io.kmirrord.daemon.bridge.Leadership;
import io.kmirrord.daemon.config.DaemonConfig;
import io.kmirrord.daemon.configs.AdminConfigs;
import io.kmirrord.daemon.configs.ClusterConfigs;
import io.kmirrord.daemon.duty.HeartbeatDuty;
import io.kmirrord.daemon.duty.RequestLink;
import io.kmirrord.daemon.duty.controller.ControllerDuty;
import io.kmirrord.daemon.duty.ids.ProducerIdDrain;
import io.kmirrord.daemon.duty.mirror.AdminDestination;
import io.kmirrord.daemon.duty.mirror.DutyStatus;
import io.kmirrord.daemon.duty.mirror.MirrorDuty;
import io.kmirrord.daemon.engine.ControllerLink;
import io.kmirrord.daemon.engine.Engine;
import io.kmirrord.daemon.engine.GroupSettling;
import io.kmirrord.daemon.groups.AdminGroups;
import io.kmirrord.daemon.groups.ClusterGroups;
import io.kmirrord.daemon.groups.GroupCommits;
import io.kmirrord.daemon.groups.GroupSync;
import io.kmirrord.daemon.groups.GroupType;
import io.kmirrord.daemon.groups.ProducerCommits;
import io.kmirrord.daemon.groups.ShareCommits;
import io.kmirrord.daemon.groups.StopSettling;
import io.kmirrord.daemon.groups.TransactionalIds;
import io.kmirrord.daemon.metrics.DaemonSnapshot;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import io.kmirrord.statetopic.kafka.Answers;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;

/** What a daemon does for others: signs of life, the controller's duties, mirrors' duties. Confined to the node queue. */
final class Duties implements AutoCloseable {
    private static final Duration ADMIN_CLOSE = Duration.ofSeconds(1);
    /** How long a stop waits for group coordinators that are down. */
    private static final Duration SETTLING_PATIENCE = Duration.ofSeconds(10);

    private final StateTopic topic;
    private final RequestLink link;
    private final ControllerDuty controller;
    private final MirrorDuty mirrors;
    private final Admin admin;
    private final ProducerIdDrain drain;
    private final EngineSources sources;
    private final GroupSettling settling;
    private final String stateTopic;
    private final Set<Integer> led = new HashSet<>();

    private Duties(
            StateTopic topic,
            RequestLink link,
            ControllerDuty controller,
            MirrorDuty mirrors,
            Admin admin,
            ProducerIdDrain drain,
            EngineSources sources,
            GroupSettling settling,
            String stateTopic) {
        this.topic = topic;
        this.link = link;
        this.controller = controller;
        this.mirrors = mirrors;
        this.admin = admin;
        this.drain = drain;
        this.sources = sources;
        this.settling = settling;
        this.stateTopic = stateTopic;
    }

    static Duties start(
            DaemonConfig config,
            BridgeClient bridge,
            EventQueue node,
            Response.Hello hello,
            StateTopic topic,
            StateWriter writer) {
        RequestLink link = new RequestLink(node, topic, writer, hello.nodeId(), System::currentTimeMillis);
        link.start();
        ControllerDuty controller = new ControllerDuty(new ControllerDuty.Parts(
                node,
                bridge,
                topic,
                writer,
                hello.nodeId(),
                config.runtime().backoff(),
                System::currentTimeMillis,
                new SplittableRandom()));
        controller.start();
        new HeartbeatDuty(
                        node,
                        bridge,
                        writer,
                        new HeartbeatDuty.Self(hello.nodeId(), host(), Version.TEXT),
                        System::currentTimeMillis)
                .start();
        Admin admin = Admin.create(config.destination().client());
        ProducerIdDrain drain = new ProducerIdDrain(config.destination().client());
        EngineSources sources = new EngineSources();
        String stateTopic = config.destination().stateTopic();
        ClusterGroups groups = new AdminGroups(GroupType.CONSUMER, () -> CompletableFuture.completedFuture(admin));
        ClusterGroups shares = new AdminGroups(GroupType.SHARE, () -> CompletableFuture.completedFuture(admin));
        Function<String, GroupCommits> commits = mirror ->
                new ProducerCommits(config.destination().client(), TransactionalIds.ofGroups(stateTopic, mirror));
        AdminDestination destination = new AdminDestination(admin, drain);
        ClusterConfigs configs = new AdminConfigs(() -> CompletableFuture.completedFuture(admin));
        Syncs syncs = new Syncs(
                node,
                topic,
                writer,
                sources,
                destination,
                groups,
                shares,
                admin,
                configs,
                new AdminAcls(() -> CompletableFuture.completedFuture(admin)),
                Set.of(stateTopic, config.destination().progressTopic()),
                commits,
                hello.nodeId());
        MirrorDuty mirrors = new MirrorDuty(new MirrorDuty.Parts(
                node,
                topic,
                writer,
                link,
                sources,
                destination,
                groups,
                configs,
                new AdminAccounts(() -> CompletableFuture.completedFuture(admin)),
                syncs::groupSync,
                syncs::configSync,
                syncs::aclSync,
                stateTopic,
                hello.nodeId(),
                new MirrorDuty.Timing(config.runtime().discoveryInterval(), MirrorDuty.Timing.DEFAULT.watch()),
                config.runtime().backoff(),
                System::currentTimeMillis,
                System::nanoTime,
                new SplittableRandom()));
        mirrors.start();
        StopSettling settling = new StopSettling(
                GroupType.CONSUMER,
                topic,
                groups,
                mirror -> fence(admin, stateTopic, mirror),
                commits,
                SETTLING_PATIENCE);
        StopSettling shareSettling = new StopSettling(
                GroupType.SHARE,
                topic,
                shares,
                mirror -> CompletableFuture.completedFuture(null),
                mirror -> new ShareCommits(admin),
                SETTLING_PATIENCE);
        GroupSettling both = (mirror, partition) ->
                CompletableFuture.allOf(settling.settle(mirror, partition), shareSettling.settle(mirror, partition));
        return new Duties(topic, link, controller, mirrors, admin, drain, sources, both, stateTopic);
    }

    private static CompletableFuture<Void> fence(Admin admin, String stateTopic, String mirror) {
        return Answers.future(admin.fenceProducers(List.of(TransactionalIds.ofGroups(stateTopic, mirror)))
                .all());
    }

    GroupSettling settling() {
        return settling;
    }

    /** Name of this host, for operators. */
    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // Only shown to operators.
            return String.valueOf(e.getMessage());
        }
    }

    ControllerLink controllerLink() {
        return link::ask;
    }

    /** The engine that knows the sources. */
    void sources(Engine engine) {
        sources.set(engine);
    }

    /** Whoever leads a mirror's partition of the state topic has its duties. */
    void leaderships(List<Leadership> changed) {
        boolean moved = false;
        for (Leadership leadership : changed) {
            int partition = leadership.partition().partition();
            if (leadership.topic().equals(stateTopic)) {
                moved |= leadership.isLed() ? led.add(partition) : led.remove(partition);
            }
        }
        if (moved) {
            mirrors.led(led);
        }
    }

    void controllerEpoch(int epoch) {
        controller.controllerEpoch(epoch);
    }

    /** Figures of the mirrors whose duties this daemon has; those of a state topic that is lost stay out. Thread-safe. */
    CompletableFuture<List<DaemonSnapshot.Ownership>> ownership() {
        DutyStatus status = mirrors.status();
        return topic.read(view -> notSynced(view, status.mirrors()))
                .exceptionally(lost -> Map.of())
                .thenApply(notSynced -> status.mirrors().stream()
                        .map(mirror -> ownership(status, mirror, notSynced.getOrDefault(mirror, Map.of())))
                        .toList());
    }

    private static Map<String, Map<String, Integer>> notSynced(StateView view, Set<String> mirrors) {
        Map<String, Map<String, Integer>> counts = new HashMap<>();
        mirrors.forEach(mirror -> counts.put(
                mirror,
                RecordValue.SyncReport.counts(view.newestSyncReports(mirror).values())));
        return counts;
    }

    private static DaemonSnapshot.Ownership ownership(
            DutyStatus status, String mirror, Map<String, Integer> notSynced) {
        int unowned = (int) status.unowned().stream()
                .filter(one -> one.mirror().equals(mirror))
                .count();
        int expected = status.expected().getOrDefault(mirror, 0);
        GroupSync.Status groups = status.groups().getOrDefault(mirror, new GroupSync.Status(0, -1));
        long ageMs = groups.lastMs() < 0 ? -1 : Math.max(0, System.currentTimeMillis() - groups.lastMs());
        // A topic that is not created yet counts as one that nobody acts for.
        return new DaemonSnapshot.Ownership(
                mirror,
                Math.max(expected, unowned),
                unowned,
                notSynced,
                new DaemonSnapshot.GroupFigures(groups.committed(), ageMs));
    }

    @Override
    public void close() {
        link.close();
        drain.close();
        admin.close(ADMIN_CLOSE);
    }
}
