// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.acls.AclSync;
import io.kmirrord.daemon.configs.ConfigSync;
import io.kmirrord.daemon.duty.RequestLink;
import io.kmirrord.daemon.fake.FakeAccounts;
import io.kmirrord.daemon.fake.FakeAcls;
import io.kmirrord.daemon.fake.FakeCommits;
import io.kmirrord.daemon.fake.FakeConfigs;
import io.kmirrord.daemon.fake.FakeDestination;
import io.kmirrord.daemon.fake.FakeGroups;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.fake.FakeTopics;
import io.kmirrord.daemon.groups.GroupSync;
import io.kmirrord.daemon.groups.GroupType;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.protocol.Backoff;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The duties of node 1 with everything around them in memory; nothing of it is started yet. */
final class DutyFixture {
    final FakeStateTopic topic = new FakeStateTopic();
    final States states = new States(topic);
    final FakeTopics source = new FakeTopics();
    final FakeDestination destination = new FakeDestination();
    final FakeGroups groups = new FakeGroups();
    final FakeGroups shares = new FakeGroups();
    final FakeConfigs configs = new FakeConfigs();
    final FakeAccounts accounts = new FakeAccounts();
    final FakeAcls acls = new FakeAcls("destination");
    final EventQueue queue = new EventQueue("kmirrord-duty");
    final AtomicLong clock = new AtomicLong(1_000_000);
    final AtomicLong nanos = new AtomicLong();
    final RequestLink link = new RequestLink(queue, topic, topic, 1, clock::get);
    final MirrorDuty duty;

    DutyFixture() {
        this(Duration.ofMillis(50));
    }

    /** @param discovery how often it looks for new topics */
    DutyFixture(Duration discovery) {
        duty = new MirrorDuty(parts(discovery));
    }

    private MirrorDuty.Parts parts(Duration discovery) {
        return new MirrorDuty.Parts(
                queue,
                topic,
                topic,
                link,
                source,
                destination,
                groups,
                configs,
                accounts,
                this::groupSync,
                this::configSync,
                this::aclSync,
                "__mirror_state",
                1,
                new MirrorDuty.Timing(discovery, Duration.ofMillis(20)),
                new Backoff(Duration.ofMillis(5), Duration.ofMillis(20)),
                clock::get,
                nanos::get,
                new SplittableRandom(1));
    }

    private GroupSync groupSync(GroupType type, String mirror) {
        return new GroupSync(new GroupSync.Parts(
                queue,
                topic,
                topic,
                () -> source.admin(mirror)
                        .thenApply(type == GroupType.SHARE ? SourceAdmin::shareGroups : SourceAdmin::groups),
                type == GroupType.SHARE ? shares : groups,
                new FakeCommits(type == GroupType.SHARE ? shares : groups, new AtomicReference<>()),
                type,
                mirror,
                1,
                clock::get));
    }

    private AclSync aclSync(String mirror) {
        return new AclSync(new AclSync.Parts(
                queue,
                topic,
                topic,
                () -> source.admin(mirror).thenApply(SourceAdmin::acls),
                acls,
                Set.of("__mirror_state"),
                mirror,
                1,
                clock::get));
    }

    private ConfigSync configSync(String mirror) {
        return new ConfigSync(new ConfigSync.Parts(
                queue,
                topic,
                topic,
                () -> source.admin(mirror).thenApply(SourceAdmin::configs),
                configs,
                topics -> destination.topics(topics).thenApply(found -> {
                    Map<String, UUID> ids = new HashMap<>();
                    found.forEach((name, described) -> ids.put(name, described.id()));
                    return ids;
                }),
                mirror,
                1,
                clock::get));
    }
}
