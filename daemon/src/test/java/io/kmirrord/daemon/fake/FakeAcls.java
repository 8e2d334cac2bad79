// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.acls.AclAnswer;
import io.kmirrord.daemon.acls.AclRefusal;
import io.kmirrord.daemon.acls.ClusterAcls;
import io.kmirrord.daemon.acls.UserAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/** ACLs and users of a cluster in memory. Thread-safe by one lock. */
public final class FakeAcls implements ClusterAcls {
    private final Set<AclBinding> acls = new HashSet<>();
    private final Set<String> users = new HashSet<>();
    private final Map<AclBinding, AclRefusal> refused = new HashMap<>();
    private final List<String> changes = new ArrayList<>();
    private String clusterId;
    private @Nullable AclRefusal unreadable;
    private @Nullable AclRefusal unreadableUsers;
    private @Nullable AclRefusal unalterable;
    private boolean mayAlter = true;
    private @Nullable RuntimeException failure;
    private Runnable asked = () -> {};

    public FakeAcls(String clusterId) {
        this.clusterId = clusterId;
    }

    /** One that allows reading a topic. */
    public static AclBinding read(String topic, String principal) {
        return acl(ResourceType.TOPIC, topic, principal, AclOperation.READ, AclPermissionType.ALLOW);
    }

    /** One of a literal pattern, from every host. */
    public static AclBinding acl(
            ResourceType type, String name, String principal, AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry(principal, "*", operation, permission));
    }

    /** Adds some, as an operator does. */
    public synchronized void put(AclBinding... some) {
        acls.addAll(List.of(some));
    }

    /** Removes some, as an operator does. */
    public synchronized void take(AclBinding... some) {
        List.of(some).forEach(acls::remove);
    }

    /** What there is. */
    public synchronized Set<AclBinding> present() {
        return Set.copyOf(acls);
    }

    /** Creates users. */
    public synchronized void user(String... names) {
        users.addAll(List.of(names));
    }

    public synchronized void clusterId(String id) {
        clusterId = id;
    }

    /** Refuses to tell ACLs from now on; null: tells them again. */
    public synchronized void refuse(@Nullable AclRefusal refusal) {
        unreadable = refusal;
    }

    /** Refuses to tell users from now on. */
    public synchronized void refuseUsers(AclRefusal refusal) {
        unreadableUsers = refusal;
    }

    /** Whether it says that changes are allowed. */
    public synchronized void mayAlter(boolean may) {
        mayAlter = may;
    }

    /** Refuses all changes from now on; null: none. */
    public synchronized void refuseChanges(@Nullable AclRefusal refusal) {
        unalterable = refusal;
    }

    /** Refuses to change one from now on. */
    public synchronized void refuseChange(AclBinding acl, AclRefusal refusal) {
        refused.put(acl, refusal);
    }

    /** What every question fails with; null: none. */
    public synchronized void fail(@Nullable RuntimeException reason) {
        failure = reason;
    }

    /** Done each time that ACLs are asked for, after the answer is made. */
    public synchronized void onRead(Runnable what) {
        asked = what;
    }

    /** The changes asked for so far, in order, such as {@code + DENY User:a}. */
    public synchronized List<String> changes() {
        return List.copyOf(changes);
    }

    @Override
    public synchronized CompletableFuture<AclAnswer> read() {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        AclAnswer answer =
                unreadable == null ? new AclAnswer(clusterId, acls, null) : new AclAnswer(clusterId, null, unreadable);
        asked.run();
        return CompletableFuture.completedFuture(answer);
    }

    @Override
    public synchronized CompletableFuture<UserAnswer> users() {
        return CompletableFuture.completedFuture(
                unreadableUsers == null ? new UserAnswer(users, null) : new UserAnswer(null, unreadableUsers));
    }

    @Override
    public synchronized CompletableFuture<Boolean> mayAlter() {
        return CompletableFuture.completedFuture(mayAlter);
    }

    @Override
    public synchronized CompletableFuture<Map<AclBinding, AclRefusal>> add(List<AclBinding> some) {
        return change("+ ", some, acls::add);
    }

    @Override
    public synchronized CompletableFuture<Map<AclBinding, AclRefusal>> remove(List<AclBinding> some) {
        return change("- ", some, acls::remove);
    }

    private CompletableFuture<Map<AclBinding, AclRefusal>> change(
            String sign, List<AclBinding> some, Consumer<AclBinding> effect) {
        Map<AclBinding, AclRefusal> refusals = new HashMap<>();
        for (AclBinding acl : some) {
            changes.add(sign + acl.entry().permissionType() + " " + acl.entry().principal());
            AclRefusal refusal = unalterable == null ? refused.get(acl) : unalterable;
            if (refusal == null) {
                effect.accept(acl);
            } else {
                refusals.put(acl, refusal);
            }
        }
        return CompletableFuture.completedFuture(refusals);
    }
}
