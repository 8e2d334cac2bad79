// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statemachine.settings.Names;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/** ACLs that are never synced, whatever the scope says. Pure. */
final class AclBars {
    private static final Set<ResourceType> SYNCED =
            Set.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID);
    private static final String EVERYONE = "User:*";
    private static final String INTERNAL = "__";

    private AclBars() {}

    /**
     * Returns why one is barred, empty if it is not.
     *
     * @param daemons what the daemons need here, and who may be one
     */
    static Optional<AclReason> of(AclBinding acl, DaemonRights daemons) {
        if (acl.isUnknown()) {
            return Optional.of(AclReason.UNSUPPORTED);
        }
        if (!SYNCED.contains(acl.pattern().resourceType())) {
            return Optional.of(AclReason.RESOURCE_NEVER_SYNCED);
        }
        if (acl.pattern().resourceType() == ResourceType.TOPIC && isInternal(acl, daemons)) {
            return Optional.of(AclReason.INTERNAL_TOPIC);
        }
        if (acl.entry().permissionType() == AclPermissionType.DENY
                && acl.entry().principal().equals(EVERYONE)) {
            return Optional.of(AclReason.DENY_EVERYONE);
        }
        return daemons.areTakenBy(acl) ? Optional.of(AclReason.DENY_DAEMONS) : Optional.empty();
    }

    /** A prefix that all internal topics begin with is about them too; {@code *} is about topics in general. */
    private static boolean isInternal(AclBinding acl, DaemonRights daemons) {
        String name = acl.pattern().name();
        boolean prefix = acl.pattern().patternType() == PatternType.PREFIXED;
        return Names.isInternal(name) || (prefix && INTERNAL.startsWith(name)) || daemons.areNamedBy(acl.pattern());
    }
}
