// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

/** Why an ACL is not as the source has it, or needs an operator. */
public enum AclReason {
    /** A right on the whole cluster, on users or on tokens: these are each cluster's own. */
    RESOURCE_NEVER_SYNCED,
    /** It is about Kafka's internal topics, or ours. */
    INTERNAL_TOPIC,
    /** It would shut out everyone, brokers and daemons too. */
    DENY_EVERYONE,
    /** It may shut out the daemons here, which then could never remove it. */
    DENY_DAEMONS,
    /** This daemon's release does not know what it is about. */
    UNSUPPORTED,
    /** The user that it is for exists at the source and not here. */
    PRINCIPAL_UNKNOWN,
    /** Whether the users exist here is not known. */
    USERS_UNREADABLE,
    /** A cluster has no authorizer. */
    NO_AUTHORIZER,
    /** The mirror's principal may not read ACLs at the source. */
    SOURCE_UNAUTHORIZED,
    /** The daemon's principal may not read or change ACLs here. */
    DESTINATION_UNAUTHORIZED,
    /** The destination did not accept a change. */
    REFUSED
}
