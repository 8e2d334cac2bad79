// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import io.kmirrord.statemachine.Settings;
import io.kmirrord.statemachine.Settings.OnGap;
import io.kmirrord.statemachine.Settings.OnLongPause;
import io.kmirrord.statemachine.decision.CutLimits;
import io.kmirrord.statemachine.decision.RetryPolicy;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a mirror: an allow-list of keys without class names and without secrets (R7). Both the operator's tool
 * and the daemons read them with {@link #parse}. Immutable.
 *
 * @param source where to read
 * @param replicationFactor {@code replication.factor} of topics that are created; -1, the default: as the destination has
 *     it
 * @param limits {@code max.cut.records} (default 100,000) and {@code max.cut.bytes} (default 1 GiB)
 * @param retry {@code retry.initial.backoff.ms}, {@code retry.max.backoff.ms}, {@code retry.max.attempts} of failures
 * @param supportUncleanElection {@code mirror.support.unclean.leader.election}, default false
 * @param onGap {@code on.gap}: continue or fail when retention at the source overtook the mirror; default continue
 * @param groups which consumer groups' offsets are synced, and how often
 * @param configs which configs of topics are taken from the source, and how
 * @param onLongPause {@code on.long.pause}: full-copy or fail; default fail
 * @param acls which ACLs are taken from the source; none by default
 * @param onSourceDelete {@code on.source.delete}: what becomes of a topic that was deleted at the source; default keep
 */
public record MirrorSettings(
        SourceSettings source,
        short replicationFactor,
        CutLimits limits,
        RetryPolicy retry,
        boolean supportUncleanElection,
        OnGap onGap,
        OnLongPause onLongPause,
        GroupSettings groups,
        ConfigSettings configs,
        AclSettings acls,
        OnSourceDelete onSourceDelete) {

    /** What becomes of a topic here whose topic at the source was deleted. Never are data deleted. */
    public enum OnSourceDelete {
        /** Its partitions are FAILED, and nobody writes to them, until an operator stops it or recovers it. */
        KEEP,
        /** It is stopped once all of its partitions are FAILED by that: its clients may write to it. */
        STOP
    }

    /** {@code delete.retention.ms} of a topic that sets none. */
    public static final long DEFAULT_DELETE_RETENTION_MS = 86_400_000;

    /**
     * Checks all values.
     *
     * @throws SettingsException with every problem: unknown keys, bad values with the accepted ones
     */
    public static MirrorSettings parse(Map<String, String> values) throws SettingsException {
        SettingsReader reader = new SettingsReader(values);
        MirrorSettings settings = new MirrorSettings(
                SourceSettings.from(reader),
                factor(reader),
                new CutLimits(
                        reader.number("max.cut.records", 100_000, 0, Long.MAX_VALUE),
                        reader.number("max.cut.bytes", 1L << 30, 0, Long.MAX_VALUE)),
                retry(reader),
                reader.optional("mirror.support.unclean.leader.election", false, Choices::bool),
                reader.optional("on.gap", OnGap.CONTINUE, text -> Choices.of(text, OnGap.class)),
                reader.optional("on.long.pause", OnLongPause.FAIL, text -> Choices.of(text, OnLongPause.class)),
                GroupSettings.from(reader),
                ConfigSettings.from(reader),
                AclSettings.from(reader),
                reader.optional(
                        "on.source.delete", OnSourceDelete.KEEP, text -> Choices.of(text, OnSourceDelete.class)));
        reader.throwProblems();
        return settings;
    }

    /** As {@link #parse}, where nothing is to be done with settings that cannot be used, and others tell why. */
    public static Optional<MirrorSettings> usable(Map<String, String> values) {
        try {
            return Optional.of(parse(values));
        } catch (SettingsException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns what decisions about a topic read.
     *
     * @param compacted {@code cleanup.policy} of the topic holds {@code compact}
     * @param deleteRetentionMs of the topic
     */
    public Settings forTopic(boolean compacted, long deleteRetentionMs) {
        return new Settings(limits, retry, supportUncleanElection, onGap, onLongPause, compacted, deleteRetentionMs);
    }

    private static short factor(SettingsReader reader) {
        short factor = (short) reader.number("replication.factor", -1, -1, Short.MAX_VALUE);
        if (factor == 0) {
            reader.problem("replication.factor = '0'; accepted: -1 (default of the destination), or 1 to 32767");
            return -1;
        }
        return factor;
    }

    private static RetryPolicy retry(SettingsReader reader) {
        RetryPolicy defaults = RetryPolicy.DEFAULT;
        long initial = reader.number("retry.initial.backoff.ms", defaults.initialMs(), 1, 3_600_000);
        long max = reader.number("retry.max.backoff.ms", Math.max(initial, defaults.maxMs()), 1, 86_400_000);
        if (max < initial) {
            reader.problem(
                    "retry.max.backoff.ms = '" + max + "'; accepted: at least retry.initial.backoff.ms, " + initial);
            max = initial;
        }
        int attempts = reader.integer("retry.max.attempts", defaults.maxAttempts(), 0, 1_000_000);
        return new RetryPolicy(initial, max, attempts, defaults.jitter());
    }
}
