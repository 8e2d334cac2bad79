// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.acl.AclBinding;
import org.jspecify.annotations.Nullable;

/**
 * Principals of synced ACLs that cannot log in at the destination. Only users with SCRAM credentials can be told: certificates,
 * tickets and tokens of others are known to no broker. Pure.
 */
final class AclUsers {
    private static final String USER = "User:";

    private AclUsers() {}

    /** Returns what is to be told. */
    static List<Skipped> notes(Set<AclBinding> wanted, UserAnswer source, UserAnswer here) {
        List<Skipped> notes = new ArrayList<>();
        unreadable(true, source, notes);
        unreadable(false, here, notes);
        Set<String> local = here.users();
        if (local != null) {
            principals(wanted).stream()
                    .filter(user -> isUnknown(user, source.users(), local))
                    .forEach(user -> notes.add(AclNotes.unknownPrincipal(USER + user)));
        }
        return notes;
    }

    private static void unreadable(boolean atSource, UserAnswer answer, List<Skipped> notes) {
        AclRefusal refusal = answer.refusal();
        if (refusal != null && refusal.kind() == AclRefusal.Kind.DENIED) {
            notes.add(AclNotes.usersUnreadable(atSource, refusal.text()));
        }
    }

    private static Set<String> principals(Set<AclBinding> wanted) {
        Set<String> users = new TreeSet<>();
        wanted.forEach(acl -> {
            String principal = acl.entry().principal();
            if (principal.startsWith(USER) && !principal.equals(USER + "*")) {
                users.add(principal.substring(USER.length()));
            }
        });
        return users;
    }

    /** Where the source does not tell, a destination that has such users is taken to have all of them so. */
    private static boolean isUnknown(String user, @Nullable Set<String> source, Set<String> here) {
        return !here.contains(user) && (source == null ? !here.isEmpty() : source.contains(user));
    }
}
