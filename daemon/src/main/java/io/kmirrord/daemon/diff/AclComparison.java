// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.daemon.acls.AclRefusal;
import io.kmirrord.daemon.acls.AclRound;
import io.kmirrord.daemon.acls.AclSituation;
import io.kmirrord.daemon.acls.AclTexts;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.jspecify.annotations.Nullable;

/** Compares ACLs in the declared scope by what a sync of them would do: the dry run of it. Pure. */
public final class AclComparison {
    private AclComparison() {}

    /**
     * Compares.
     *
     * @param round of a sync that was decided and not carried out
     * @param synced whether rounds are carried out at present
     */
    public static Part of(AclRound round, boolean synced) {
        AclRefusal source = round.sides().source();
        AclRefusal here = round.sides().here();
        AclSituation compared = round.sides().compared();
        if (compared == null) {
            // Two clusters without an authorizer have the same ACLs.
            return isNone(source) && isNone(here) ? Part.of(List.of()) : Part.unread(unread(source, here));
        }
        List<Difference> found = new ArrayList<>();
        String add = synced ? "the next round of the sync adds it" : "acls.sync.enabled=true would add it";
        String remove = synced ? "the next round of the sync removes it" : "added by the sync, which would remove it";
        Map<String, String> barred = new HashMap<>();
        round.plan().skipped().forEach(one -> barred.put(one.name(), one.reason()));
        for (AclBinding acl : AclTexts.sorted(inScope(compared, compared.source(), compared.here()))) {
            boolean added = round.plan().added().contains(acl);
            found.add(onlySource(acl, added ? add : "never synced (" + barred.get(AclTexts.of(acl)) + ")", !added));
        }
        for (AclBinding acl : AclTexts.sorted(inScope(compared, compared.here(), compared.source()))) {
            boolean removed = round.plan().removed().contains(acl);
            found.add(onlyHere(acl, removed ? remove : "the destination's own, which no sync removes", !removed));
        }
        return Part.of(found);
    }

    private static Set<AclBinding> inScope(AclSituation compared, Set<AclBinding> one, Set<AclBinding> other) {
        Set<AclBinding> left = new HashSet<>(one);
        left.removeAll(other);
        left.removeIf(acl -> !compared.scope().means(acl));
        return left;
    }

    private static Difference onlySource(AclBinding acl, String note, boolean intended) {
        return Difference.of(Subject.ACLS, AclTexts.of(acl), "set", null, note, intended);
    }

    private static Difference onlyHere(AclBinding acl, String note, boolean intended) {
        return Difference.of(Subject.ACLS, AclTexts.of(acl), null, "set", note, intended);
    }

    private static boolean isNone(@Nullable AclRefusal refusal) {
        return refusal != null && refusal.kind() == AclRefusal.Kind.NO_AUTHORIZER;
    }

    private static List<Unread> unread(@Nullable AclRefusal source, @Nullable AclRefusal here) {
        List<Unread> unread = new ArrayList<>();
        if (source != null) {
            unread.add(UnreadTexts.of(Side.SOURCE, source));
        }
        if (here != null) {
            unread.add(UnreadTexts.of(Side.DESTINATION, here));
        }
        return unread;
    }
}
