// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclPermissionType;

/**
 * What becomes of a mirror's ACLs at the destination. Immutable; {@link #of} is pure.
 *
 * @param wanted what the source has in scope, barred ones left out
 * @param added those of them that are to be added
 * @param removed those that this mirror added, and that are to go
 * @param setBack those to be added that this mirror added before: somebody removed them here
 * @param memory what is to be recorded as added by this mirror before anything is changed
 * @param skipped what is never synced
 */
public record AclPlan(
        Set<AclBinding> wanted,
        Set<AclBinding> added,
        Set<AclBinding> removed,
        Set<AclBinding> setBack,
        Set<AclBinding> memory,
        List<Skipped> skipped) {
    public AclPlan {
        wanted = Set.copyOf(wanted);
        added = Set.copyOf(added);
        removed = Set.copyOf(removed);
        setBack = Set.copyOf(setBack);
        memory = Set.copyOf(memory);
        skipped = List.copyOf(skipped);
    }

    /**
     * Decides.
     *
     * <p>What the source has in scope is added. Removed is only what this mirror added itself and the source, or the scope, has
     * no more: what was at the destination before is never in the memory, and so never removed. What another mirror has
     * added too stays until none of them wants it; the one whose name sorts first removes it.
     */
    public static AclPlan of(AclSituation situation) {
        DaemonRights daemons = DaemonRights.of(situation.here(), situation.memory(), situation.ownTopics());
        Set<AclBinding> wanted = new HashSet<>();
        List<Skipped> skipped = new ArrayList<>();
        for (AclBinding acl : AclTexts.sorted(situation.source())) {
            if (situation.scope().means(acl)) {
                Optional<AclReason> barred = AclBars.of(acl, daemons);
                barred.ifPresentOrElse(reason -> skipped.add(AclNotes.barred(acl, reason)), () -> wanted.add(acl));
            }
        }
        AclMemory known = situation.memory();
        Set<AclBinding> added = new HashSet<>(wanted);
        added.removeAll(situation.here());
        Set<AclBinding> setBack = new HashSet<>(added);
        setBack.retainAll(known.own());
        Set<AclBinding> memory = new HashSet<>(added);
        // Another mirror's is not the destination's own: from now on it is both mirrors'.
        wanted.stream()
                .filter(acl -> known.own().contains(acl) || known.isOthers(acl))
                .forEach(memory::add);
        Set<AclBinding> removed = new HashSet<>();
        for (AclBinding acl : known.own()) {
            if (wanted.contains(acl) || known.before().contains(acl)) {
                continue;
            }
            boolean there = situation.here().contains(acl);
            if (there && !known.after().contains(acl)) {
                removed.add(acl);
            }
            if (there) {
                memory.add(acl);
            }
        }
        return new AclPlan(wanted, added, removed, setBack, memory, skipped);
    }

    /** Returns whether nothing is to be changed at the destination. */
    public boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty();
    }

    /** Returns those to be added that take rights, or those that give some; in order. */
    List<AclBinding> added(AclPermissionType type) {
        return only(added, type);
    }

    /** Returns those to be removed that gave rights, or those that took some; in order. */
    List<AclBinding> removed(AclPermissionType type) {
        return only(removed, type);
    }

    private static List<AclBinding> only(Set<AclBinding> acls, AclPermissionType type) {
        return AclTexts.sorted(acls.stream()
                .filter(acl -> acl.entry().permissionType() == type)
                .toList());
    }
}
