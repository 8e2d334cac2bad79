// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;

/**
 * ACLs that mirrors added at the destination. Immutable.
 *
 * @param own of the mirror that is asked about
 * @param before of mirrors whose names sort before its name
 * @param after of mirrors whose names sort after it
 */
public record AclMemory(Set<AclBinding> own, Set<AclBinding> before, Set<AclBinding> after) {
    static final AclMemory NONE = new AclMemory(Set.of(), Set.of(), Set.of());

    public AclMemory {
        own = Set.copyOf(own);
        before = Set.copyOf(before);
        after = Set.copyOf(after);
    }

    /** Returns whether some other mirror has an ACL. */
    boolean isOthers(AclBinding acl) {
        return before.contains(acl) || after.contains(acl);
    }
}
