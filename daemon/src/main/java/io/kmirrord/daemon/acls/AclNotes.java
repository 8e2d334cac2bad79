// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import org.apache.kafka.common.acl.AclBinding;

/** What is told of ACLs that are left alone. The same as long as nothing changes, so that it is written once. Pure. */
final class AclNotes {
    private static final String ALL = "all of them";

    private AclNotes() {}

    static Skipped barred(AclBinding acl, AclReason reason) {
        String text = switch (reason) {
            case RESOURCE_NEVER_SYNCED ->
                "is a right on the cluster, on users or on tokens, which each cluster has for itself";
            case INTERNAL_TOPIC -> "is about Kafka's internal topics or kmirrord's own";
            case DENY_EVERYONE -> "would shut out everyone here, brokers and daemons too";
            case DENY_DAEMONS ->
                "may shut out the daemons here, as its principal has rights of theirs, and they could not undo it";
            default -> "is of a kind that this daemon's release does not know";
        };
        return acl(
                acl,
                reason,
                text + "; it stays at the source: add it by hand if it is wanted here, or exclude it with"
                        + " acls.exclude");
    }

    static Skipped refused(AclBinding acl, boolean added, String text) {
        return acl(acl, AclReason.REFUSED, (added ? "was not added" : "was not removed") + " here: " + text);
    }

    /** @param waiting how many changes that give rights */
    static Skipped waits(int waiting) {
        return all(
                AclReason.REFUSED,
                waiting + " changes that give rights wait until those that take rights are made, see the others");
    }

    static Skipped unknownPrincipal(String principal) {
        return new Skipped(
                "principal",
                principal,
                AclReason.PRINCIPAL_UNKNOWN.name(),
                "has ACLs that are synced and no SCRAM credential here, so it cannot log in; create it with"
                        + " kafka-configs --alter --add-config 'SCRAM-SHA-512=[password=...]' --entity-type users");
    }

    static Skipped usersUnreadable(boolean atSource, String text) {
        return all(
                AclReason.USERS_UNREADABLE,
                (atSource ? "the users of the source" : "the users here") + " cannot be read: " + text
                        + "; grant DESCRIBE" + " on the cluster to " + principal(atSource)
                        + ", or unknown principals are not told");
    }

    /** What keeps a side's ACLs from being read. */
    static Skipped unreadable(boolean atSource, AclRefusal refusal) {
        String side = atSource ? "the source" : "this cluster";
        return switch (refusal.kind()) {
            case NO_AUTHORIZER ->
                all(
                        AclReason.NO_AUTHORIZER,
                        side + " has no authorizer: nothing is added or removed; set authorizer.class.name there, or"
                                + " acls.sync.enabled=false");
            case DENIED ->
                all(
                        atSource ? AclReason.SOURCE_UNAUTHORIZED : AclReason.DESTINATION_UNAUTHORIZED,
                        "the ACLs of " + side + " cannot be read: " + refusal.text()
                                + "; grant DESCRIBE on the cluster to " + principal(atSource));
            default -> all(AclReason.UNSUPPORTED, "the ACLs of " + side + " cannot be read: " + refusal.text());
        };
    }

    static Skipped notAlterable(String text) {
        return all(
                AclReason.DESTINATION_UNAUTHORIZED,
                "ACLs cannot be changed here: " + text + "; grant ALTER on the cluster to " + principal(false));
    }

    private static String principal(boolean atSource) {
        return atSource ? "the mirror's principal there" : "the daemons' principal";
    }

    private static Skipped acl(AclBinding acl, AclReason reason, String text) {
        return new Skipped("acl", AclTexts.of(acl), reason.name(), text);
    }

    private static Skipped all(AclReason reason, String text) {
        return new Skipped("acls", ALL, reason.name(), text);
    }
}
