// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;

/**
 * What daemons need at the destination, and who may be one there. No daemon can ask for its own principal, so whoever has
 * been given by operators what only daemons and operators need is taken for one: a DENY that shut a daemon out of the state
 * topic could never be undone by a sync, which has to write there first. Immutable; pure.
 *
 * @param topics names of the state topic and its like
 * @param principals that may be daemons, with {@code User:*} where all may
 */
record DaemonRights(Set<String> topics, Set<String> principals) {
    private static final String ANY = "*";
    private static final String EVERYONE = "User:*";
    /** What transactional ids of daemons begin with, followed by the name of the state topic. */
    private static final String TRANSACTIONS = "kmirrord-";

    private static final Set<AclOperation> ON_TOPICS = EnumSet.of(AclOperation.ALL, AclOperation.WRITE);
    private static final Set<AclOperation> ON_CLUSTER =
            EnumSet.of(AclOperation.ALL, AclOperation.ALTER, AclOperation.ALTER_CONFIGS, AclOperation.CLUSTER_ACTION);

    DaemonRights {
        topics = Set.copyOf(topics);
        principals = Set.copyOf(principals);
    }

    /**
     * Finds them.
     *
     * @param here all that the destination has
     * @param added what mirrors have added there, which makes nobody a daemon
     */
    static DaemonRights of(Set<AclBinding> here, AclMemory added, Set<String> topics) {
        Set<String> principals = new HashSet<>();
        for (AclBinding acl : here) {
            if (acl.entry().permissionType() == AclPermissionType.ALLOW
                    && !added.own().contains(acl)
                    && !added.isOthers(acl)
                    && isNeeded(acl, topics)) {
                principals.add(acl.entry().principal());
            }
        }
        return new DaemonRights(topics, principals);
    }

    private static boolean isNeeded(AclBinding acl, Set<String> topics) {
        AclOperation operation = acl.entry().operation();
        return switch (acl.pattern().resourceType()) {
            case TOPIC -> ON_TOPICS.contains(operation) && (isAll(acl.pattern()) || names(acl.pattern(), topics));
            case CLUSTER -> ON_CLUSTER.contains(operation);
            default -> false;
        };
    }

    /**
     * Returns whether an ACL may take from a daemon what it needs. From which hosts and of which operations does not matter:
     * daemons have no host of which the sync knows, and need nearly all of them.
     */
    boolean areTakenBy(AclBinding acl) {
        return acl.entry().permissionType() == AclPermissionType.DENY
                && (principals.contains(EVERYONE)
                        || principals.contains(acl.entry().principal()))
                && reaches(acl.pattern());
    }

    /** Groups are those of the source: what daemons commit for all of them is theirs, what is about some is not. */
    private boolean reaches(ResourcePattern pattern) {
        return switch (pattern.resourceType()) {
            case TOPIC -> isAll(pattern) || areNamedBy(pattern);
            case TRANSACTIONAL_ID -> reachesTransactions(pattern);
            case GROUP -> isAll(pattern);
            default -> false;
        };
    }

    /** Returns whether a pattern of topics is about one of the daemons' own, by its name or a prefix of it. */
    boolean areNamedBy(ResourcePattern pattern) {
        return names(pattern, topics);
    }

    private static boolean names(ResourcePattern pattern, Set<String> topics) {
        return pattern.patternType() == PatternType.PREFIXED
                ? topics.stream().anyMatch(topic -> topic.startsWith(pattern.name()))
                : topics.contains(pattern.name());
    }

    private boolean reachesTransactions(ResourcePattern pattern) {
        String name = pattern.name();
        return isAll(pattern)
                || topics.stream()
                        .map(topic -> TRANSACTIONS + topic)
                        .anyMatch(own -> name.startsWith(own)
                                || (pattern.patternType() == PatternType.PREFIXED && own.startsWith(name)));
    }

    private static boolean isAll(ResourcePattern pattern) {
        return pattern.patternType() == PatternType.LITERAL && pattern.name().equals(ANY);
    }
}
