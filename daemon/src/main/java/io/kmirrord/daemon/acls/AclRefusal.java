// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

/**
 * Why a cluster did not tell or change ACLs or users. Immutable.
 *
 * @param text of the cluster
 */
public record AclRefusal(Kind kind, String text) {

    /** What can be told apart. */
    public enum Kind {
        /** The principal may not. */
        DENIED,
        /** The cluster has no authorizer, and so no ACLs. */
        NO_AUTHORIZER,
        /** The cluster's release has no such question. */
        UNSUPPORTED,
        /** The cluster does not accept an ACL. */
        INVALID
    }
}
