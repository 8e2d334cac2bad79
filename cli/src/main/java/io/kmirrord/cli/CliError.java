// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What commands refuse, by a number that never changes. KM1xxx is usage, KM2xxx refused, KM3xxx permission, KM4xxx
 * unreachable, KM5xxx out of time, KM6xxx not level with the source; the exit code follows from that.
 */
public enum CliError {
    BAD_NAME(1001, "the mirror's name: %s", "choose a name of the accepted characters"),
    BAD_PATTERN(1002, "pattern '%s': %s; accepted: topic names and RE2 patterns of whole names", "correct it"),
    BAD_SETTINGS(1003, "settings of mirror '%s' are not accepted:%s", "correct what is listed"),
    SOURCE_MISSING(
            1004,
            "mirror '%s' has no source",
            "give --source HOST:PORT[,HOST:PORT], or --config FILE with source.bootstrap.servers"),
    BAD_DURATION(
            1005, "duration '%s'; accepted: 1 to 999999 with unit ms, s, m, h or d, such as 30s or 5m", "correct it"),
    NO_BOOTSTRAP(
            1006,
            "no destination cluster is named",
            "give --bootstrap-server HOST:PORT[,HOST:PORT], or set MIRRORCTL_BOOTSTRAP_SERVER"),
    BAD_FILE(1007, "file %s: %s", "name a file that can be read or written"),
    BAD_ASSIGNMENT(1008, "'%s'; accepted: key=value", "correct it"),
    CONTRADICTION(1009, "%s and %s contradict each other", "give one of them"),
    SETTING_NOT_SET(1010, "setting '%s' is not set for mirror '%s'; set are: %s", "unset one of these"),
    BAD_CLIENT_CONFIG(1011, "properties of the connection: %s", "correct --command-config or --bootstrap-server"),
    BAD_TOPIC_NAME(1012, "the name of our own topic: %s", "correct --state-topic or --progress-topic"),
    NOTHING_TO_PRUNE(1013, "salvage prune of mirror '%s' names no salvage", "give ids, or --older-than DURATION"),
    PATTERN_NOT_SET(1014, "pattern '%s' is not in the list '%s' of mirror '%s'; in it are: %s", "remove one of these"),

    UNKNOWN_MIRROR(2001, "there is no mirror '%s'%s", "mirrorctl list shows those there are"),
    MIRROR_EXISTS(2002, "mirror '%s' exists; its source is %s", "use it, or choose another name"),
    TOPIC_IN_OTHER_MIRROR(
            2003,
            "topic '%s' is in mirror '%s', where it is to be %s",
            "stop it there first: a topic has one source at a time"),
    MIRROR_NOT_EMPTY(2004, "mirror '%s' has topics that are not STOPPED: %s", "mirrorctl stop MIRROR"),
    ALREADY_STARTED(
            2005,
            "topics of mirror '%s' are started already: %s",
            "resume a paused one, recover a failed one; to begin anew stop it first"),
    RESERVED_TOPIC(2006, "topic '%s' is internal and never mirrored", "leave it out"),
    NO_TOPIC_MATCHES(2007, "nothing in mirror '%s' matches %s; its topics are: %s", "correct --topics"),
    NO_PATTERNS(2008, "mirror '%s' has no patterns, so there is nothing to start", "name topics: --topics PATTERN,..."),
    TOPIC_STOPPED(2009, "topic '%s' of mirror '%s' is stopped", "mirrorctl start makes it a mirror again"),
    STATE_TOPIC_MISSING(
            2010, "there is no state topic: %s", "mirrorctl create makes the first mirror, and the topic with it"),
    FOREIGN_FORMAT(2011, "the state topic is not kmirrord's: %s", "name kmirrord's own topic with --state-topic"),
    WRONG_STATE_TOPIC(2012, "the state topic has wrong settings: %s", "restore the topic's settings"),
    NATIVE_MIRRORING(2013, "the destination mirrors by itself: %s", "a cluster is mirrored into by one of the two"),
    STATE_TOPIC_LOST(2014, "the state topic is lost: %s", "restore the topic, or mirrorctl state import"),
    REFUSED_BY_DAEMON(2015, "%s of mirror '%s' was refused: %s%s", "see the reason"),
    OVERTAKEN(2016, "mirror '%s' was changed by another command at the same time", "look at it, then repeat"),
    IMPORT_REFUSED(2017, "not imported: %s", "see mirrorctl state import --help"),
    UNKNOWN_SALVAGE(2018, "mirror '%s' has no salvage '%s'", "mirrorctl salvage list shows those there are"),
    SALVAGE_ELSEWHERE(
            2019,
            "salvage '%s' is not on this host: it lies on host %s, beside node %s, as %s",
            "run mirrorctl salvage export on that host, by a user who may read the file"),
    SALVAGE_DAMAGED(2020, "file %s is not as it was saved: %s", "restore the file from a backup of this host"),
    EXPORT_EXISTS(2021, "file %s exists and is not overwritten", "give another folder with --to"),
    TOO_FEW_IN_SYNC(
            2022,
            "too few replicas are in sync for a wish to be written: %s",
            "start the brokers; or mirrorctl failover --degraded, which lowers min.insync.replicas for its time"),
    NOT_CONFIRMED(
            2023,
            "mirror '%s' is not failed over without a confirmation, since min.insync.replicas would be lowered: %s",
            "look at it, then give --confirm and the mirror's name"),
    NOT_RESTORED(2024, "min.insync.replicas was lowered and could not be put back: %s: %s", "put it back"),

    NOT_AUTHORIZED(3001, "not authorised: %s", "grant the principal of --command-config what is missing"),
    FILE_DENIED(3002, "no access to file %s", "change its permissions, or name another"),
    SOURCE_DENIED(
            3003,
            "the source of mirror '%s' does not let the daemons in: %s",
            "correct the mirror's credentials with mirrorctl config, or grant its principal DESCRIBE on the topics"),

    UNREACHABLE(4001, "the destination does not answer: %s", "check --bootstrap-server, the network and the brokers"),
    SOURCE_UNREACHABLE(
            4002,
            "the source of mirror '%s' does not answer the daemons: %s",
            "check source.bootstrap.servers of the mirror, the network and the source's brokers"),

    OUT_OF_TIME(5001, "not done in time: %s", "look at the brokers, then repeat; what was begun may still happen"),
    NO_ANSWER(
            5002,
            "no daemon answered the request to %s topics of mirror '%s' within %s: %s; it stands until %s",
            "start the daemons: one that comes up before then acts on it"),

    LAGGING(6001, "mirror '%s' was not promoted, and nothing was changed: %s", "promote again");

    private static final int PER_CATEGORY = 1000;

    private final int number;
    private final String text;
    private final String remedy;

    CliError(int number, String text, String remedy) {
        this.number = number;
        this.text = text;
        this.remedy = remedy;
    }

    /** Returns the number as it is printed, such as KM2001. */
    public String number() {
        return "KM" + number;
    }

    public int exitCode() {
        return switch (number / PER_CATEGORY) {
            case 1 -> ExitCode.USAGE;
            case 2 -> ExitCode.REFUSED;
            case 3 -> ExitCode.PERMISSION;
            case 4 -> ExitCode.UNREACHABLE;
            case 5 -> ExitCode.TIMEOUT;
            default -> ExitCode.LAGGING;
        };
    }

    /** Returns what it says, with %s for what differs from case to case. */
    public String text() {
        return text;
    }

    /** Returns what an operator does about it. */
    public String remedy() {
        return remedy;
    }

    /** Returns the exception, with the values that the text wants. */
    public CliException with(@Nullable Object... values) {
        return new CliException(this, String.format(Locale.ROOT, text, values), remedy);
    }

    /** As {@link #with}, with a remedy made for the case. */
    public CliException withRemedy(String fitting, @Nullable Object... values) {
        return new CliException(this, String.format(Locale.ROOT, text, values), fitting);
    }
}
