// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Users with a SCRAM credential in a cluster, or why they are not known; exactly one is not null. Immutable. */
public record UserAnswer(
        @Nullable Set<String> users, @Nullable AclRefusal refusal) {
    public UserAnswer {
        users = users == null ? null : Set.copyOf(users);
    }
}
