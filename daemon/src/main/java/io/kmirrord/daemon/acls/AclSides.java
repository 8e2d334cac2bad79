// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import org.jspecify.annotations.Nullable;

/**
 * What both sides told of their ACLs. Immutable.
 *
 * @param compared null where nothing was compared
 * @param source why the source did not tell its ACLs, null if it did or was not asked
 * @param here the same of the destination
 */
public record AclSides(
        @Nullable AclSituation compared,
        @Nullable AclRefusal source,
        @Nullable AclRefusal here) {
    /** Nothing was asked. */
    static final AclSides NONE = new AclSides(null, null, null);

    static AclSides of(AclSituation compared) {
        return new AclSides(compared, null, null);
    }
}
