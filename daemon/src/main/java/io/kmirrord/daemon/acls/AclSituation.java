// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statetopic.AclScope;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;

/**
 * What a decision about a mirror's ACLs depends on. Immutable.
 *
 * @param source all that the source has
 * @param here all that the destination has
 * @param memory what was added by this mirror and not removed, by whoever had its duties
 * @param ownTopics names of the state topic and its like
 */
public record AclSituation(
        Set<AclBinding> source, Set<AclBinding> here, AclScope scope, AclMemory memory, Set<String> ownTopics) {
    public AclSituation {
        source = Set.copyOf(source);
        here = Set.copyOf(here);
        ownTopics = Set.copyOf(ownTopics);
    }
}
