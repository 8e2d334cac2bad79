// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.daemon.acls.AclSync;
import io.kmirrord.daemon.acls.ClusterAcls;
import io.kmirrord.daemon.configs.ClusterConfigs;
import io.kmirrord.daemon.configs.ConfigSync;
import io.kmirrord.daemon.duty.mirror.Destination;
import io.kmirrord.daemon.duty.mirror.SourceAccess;
import io.kmirrord.daemon.groups.ClusterGroups;
import io.kmirrord.daemon.groups.GroupCommits;
import io.kmirrord.daemon.groups.GroupSync;
import io.kmirrord.daemon.groups.GroupType;
import io.kmirrord.daemon.groups.ShareCommits;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;

/**
 * Makes what follows the surroundings of a mirror's records, once for each time that this daemon has its duties. Immutable.
 *
 * @param groups of the destination
 * @param shareGroups of the destination
 * @param admin of the destination
 * @param configs of the destination
 * @param acls of the destination
 * @param ownTopics names of the state topic and the progress topic
 * @param commits made by mirror
 */
record Syncs(
        EventQueue node,
        StateTopic topic,
        StateWriter writer,
        SourceAccess sources,
        Destination destination,
        ClusterGroups groups,
        ClusterGroups shareGroups,
        Admin admin,
        ClusterConfigs configs,
        ClusterAcls acls,
        Set<String> ownTopics,
        Function<String, GroupCommits> commits,
        int nodeId) {

    GroupSync groupSync(GroupType type, String mirror) {
        boolean share = type == GroupType.SHARE;
        return new GroupSync(new GroupSync.Parts(
                node,
                topic,
                writer,
                () -> source(mirror).thenApply(share ? SourceAdmin::shareGroups : SourceAdmin::groups),
                share ? shareGroups : groups,
                share ? new ShareCommits(admin) : commits.apply(mirror),
                type,
                mirror,
                nodeId,
                System::currentTimeMillis));
    }

    ConfigSync configSync(String mirror) {
        return new ConfigSync(new ConfigSync.Parts(
                node,
                topic,
                writer,
                () -> source(mirror).thenApply(SourceAdmin::configs),
                configs,
                this::topicIds,
                mirror,
                nodeId,
                System::currentTimeMillis));
    }

    AclSync aclSync(String mirror) {
        return new AclSync(new AclSync.Parts(
                node,
                topic,
                writer,
                () -> source(mirror).thenApply(SourceAdmin::acls),
                acls,
                ownTopics,
                mirror,
                nodeId,
                System::currentTimeMillis));
    }

    private CompletableFuture<SourceAdmin> source(String mirror) {
        return KnownSource.of(topic, mirror, () -> sources.admin(mirror));
    }

    private CompletableFuture<Map<String, UUID>> topicIds(Set<String> topics) {
        return destination.topics(topics).thenApply(found -> {
            Map<String, UUID> ids = new HashMap<>();
            found.forEach((name, described) -> ids.put(name, described.id()));
            return ids;
        });
    }
}
