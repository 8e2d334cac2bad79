// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is told of configs that are left alone. The same as long as nothing changes, so that it is written once. Pure. */
final class ConfigNotes {
    private ConfigNotes() {}

    static Skipped delayed(String topic, String key, @Nullable String there, @Nullable String here, long dueMs) {
        return key(
                topic,
                key,
                ConfigReason.SHRINK_DELAYED,
                lessKept(there, here) + "; applied at " + Instant.ofEpochMilli(dueMs)
                        + " unless the source takes it back; on.source.shrink=apply applies it at once, keep never");
    }

    static Skipped kept(String topic, String key, @Nullable String there, @Nullable String here) {
        return key(topic, key, ConfigReason.SHRINK_KEPT, lessKept(there, here) + "; on.source.shrink=keep");
    }

    private static String lessKept(@Nullable String there, @Nullable String here) {
        String source = there == null ? "is not set at the source any more" : "is " + there + " at the source";
        return source + ", " + here + " here: less would be kept";
    }

    static Skipped inherited(InheritedConfig config) {
        return new Skipped(
                "config",
                config.key(),
                ConfigReason.INHERITED_LESS.name(),
                "is " + config.there() + " by default at the source, " + config.here() + " here: "
                        + config.consequence() + ", of topics that have no value of their own: " + config.names() + "; "
                        + config.whatToDo());
    }

    static Skipped unsupported(String topic, String key, String value) {
        return key(
                topic,
                key,
                ConfigReason.UNSUPPORTED_KEY,
                "is " + value
                        + " at the source; this cluster's release does not know the key: add it to"
                        + " topic.properties.exclude, or upgrade the brokers");
    }

    static Skipped invalid(String topic, String key, @Nullable String value, String text) {
        return key(
                topic,
                key,
                ConfigReason.INVALID_VALUE,
                (value == null ? "cannot be removed" : "cannot become " + value) + " here: " + text
                        + "; set topic.config." + key + " to a value that this cluster accepts, or add the key to"
                        + " topic.properties.exclude");
    }

    static Skipped uncleanElection(String topic, boolean supported) {
        return topic(
                topic,
                ConfigReason.SOURCE_UNCLEAN_ELECTION,
                "the source may elect a leader that lacks records (unclean.leader.election.enable=true there): records"
                        + " that are here already can then be gone there, and others in their place. It is not taken over; "
                        + (supported
                                ? "mirror.support.unclean.leader.election=true lets this copy follow, and saves what it"
                                        + " cuts"
                                : "such partitions become FAILED here, with nothing removed. Set it to false at the source,"
                                        + " or mirror.support.unclean.leader.election=true to follow"));
    }

    static Skipped elsewhere(String topic, String mirror) {
        return topic(
                topic,
                ConfigReason.OTHER_MIRROR,
                "its configs are not followed: mirror '" + mirror
                        + "' has been given the topic later, and follows them;" + " stop the topic in one of both");
    }

    static Skipped remoteStorage(String topic) {
        return topic(
                topic,
                ConfigReason.REMOTE_STORAGE,
                "the topic has remote storage at the destination (remote.storage.enable=true), where a mirror's records"
                        + " cannot be cut or compared: its partitions become FAILED. Set it to false here, then recover;"
                        + " or stop the topic");
    }

    static Skipped sourceDenied(String topic, String text) {
        return topic(
                topic,
                ConfigReason.SOURCE_UNAUTHORIZED,
                "its configs cannot be read at the source: " + text
                        + "; grant DESCRIBE_CONFIGS on the topic to the mirror's principal there");
    }

    static Skipped notReadable(String topic, String text) {
        return topic(
                topic,
                ConfigReason.DESTINATION_UNAUTHORIZED,
                "its configs cannot be read here: " + text
                        + "; grant DESCRIBE_CONFIGS on the topic to the daemons' principal");
    }

    static Skipped notAlterable(String topic, String text) {
        return topic(
                topic,
                ConfigReason.DESTINATION_UNAUTHORIZED,
                "its configs cannot be changed here: " + text
                        + "; grant ALTER_CONFIGS on the topic to the daemons' principal");
    }

    private static Skipped key(String topic, String key, ConfigReason reason, String text) {
        return new Skipped("config", topic + " " + key, reason.name(), text);
    }

    private static Skipped topic(String topic, ConfigReason reason, String text) {
        return new Skipped("topic", topic, reason.name(), text);
    }
}
