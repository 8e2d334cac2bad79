// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.daemon.acls.AclRefusal;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.Collection;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** What is told of a side that could not be read. Pure. */
public final class UnreadTexts {
    /** Of names in one text. */
    private static final int SHOWN = 20;

    private UnreadTexts() {}

    /** For a whole subject. */
    public static Unread of(Subject subject, Side side, Throwable problem) {
        String where = "cannot be read at the " + side + ": ";
        if (problem instanceof UnsupportedVersionException) {
            return new Unread(
                    subject,
                    side,
                    where + "its release does not know the question" + since(subject),
                    "leave the subject out with --only, or upgrade that cluster");
        }
        if (problem instanceof AuthorizationException) {
            return new Unread(subject, side, where + Problems.text(problem), grant(subject, side));
        }
        if (problem instanceof AuthenticationException) {
            return new Unread(
                    subject, side, where + Problems.text(problem), "correct the credentials of " + principal(side));
        }
        if (problem instanceof TimeoutException || problem instanceof org.apache.kafka.common.errors.TimeoutException) {
            return new Unread(subject, side, where + "no answer in time", "look at the brokers there, then repeat");
        }
        return new Unread(subject, side, where + Problems.text(problem), "see the reason, then repeat");
    }

    /** For the ACLs of a side. */
    public static Unread of(Side side, AclRefusal refusal) {
        String where = "cannot be read at the " + side + ": ";
        return switch (refusal.kind()) {
            case DENIED -> new Unread(Subject.ACLS, side, where + refusal.text(), grant(Subject.ACLS, side));
            case NO_AUTHORIZER ->
                new Unread(
                        Subject.ACLS,
                        side,
                        where + "it has no authorizer, and so no ACLs, while the other cluster has some",
                        "leave the subject out with --only, or set authorizer.class.name there");
            default ->
                new Unread(
                        Subject.ACLS,
                        side,
                        where + refusal.text(),
                        "leave the subject out with --only, or see the reason");
        };
    }

    /** For things of a subject that a principal may not read. */
    public static Unread denied(Subject subject, Side side, Collection<String> names, String why) {
        return new Unread(
                subject,
                side,
                "those of " + shown(names) + " cannot be read at the " + side + ": " + why,
                grant(subject, side));
    }

    /** Returns names in order; beyond some only how many there are. */
    static String shown(Collection<String> names) {
        String first = names.stream().sorted().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() > SHOWN ? first + " and " + (names.size() - SHOWN) + " more" : first;
    }

    private static String since(Subject subject) {
        return switch (subject) {
            case QUOTAS -> ", which Kafka answers since 2.6";
            case USERS -> ", which Kafka answers since 2.7, and with KRaft since 3.5";
            case TOPICS, CONFIGS, GROUPS, ACLS -> "";
        };
    }

    /** What is asked for needs this right, by Kafka's table of operations and resources. */
    private static String grant(Subject subject, Side side) {
        String right = switch (subject) {
            case TOPICS -> "DESCRIBE on the topics";
            case CONFIGS -> "DESCRIBE_CONFIGS on the topics";
            case GROUPS -> "DESCRIBE on the groups and their topics";
            case QUOTAS -> "DESCRIBE_CONFIGS on CLUSTER";
            case ACLS, USERS -> "DESCRIBE on CLUSTER";
        };
        return "grant " + right + " to " + principal(side);
    }

    private static String principal(Side side) {
        return side == Side.SOURCE ? "the mirror's principal at the source" : "the daemons' principal";
    }
}
