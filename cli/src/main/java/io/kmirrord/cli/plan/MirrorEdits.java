// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.statemachine.settings.AclSettings;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.settings.SettingsException;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.AclScope;
import io.kmirrord.statetopic.BadPatternException;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Revisions of a mirror's definition. Pure. */
final class MirrorEdits {
    static final String BOOTSTRAP = "source.bootstrap.servers";

    private MirrorEdits() {}

    static StateRecord revision(StateView view, String mirror, RecordValue.Mirror definition, Stamp stamp) {
        return new StateRecord(
                new RecordKey.Mirror(mirror, view.revision(mirror) + 1, stamp.operationId()), definition);
    }

    /** Returns a definition with other settings, which are checked, and patterns, which are such. */
    static RecordValue.Mirror with(
            RecordValue.Mirror present,
            String mirror,
            Map<String, String> config,
            List<String> includes,
            List<String> excludes,
            long nowMs) {
        return new RecordValue.Mirror(
                checked(mirror, config),
                includes,
                excludes,
                present.sourceClusterId(),
                present.sinceGeneration(),
                present.deleted(),
                nowMs);
    }

    /**
     * Returns the settings, if they are such.
     *
     * @throws io.kmirrord.cli.CliException SOURCE_MISSING; BAD_SETTINGS with every problem
     */
    static Map<String, String> checked(String mirror, Map<String, String> config) {
        if (config.getOrDefault(BOOTSTRAP, "").isBlank()) {
            throw CliError.SOURCE_MISSING.with(mirror);
        }
        try {
            var settings = MirrorSettings.parse(config);
            var groups = settings.groups();
            checkPatterns(mirror, "groups.include", groups.includes());
            checkPatterns(mirror, "groups.exclude", groups.excludes());
            checkScope(mirror, settings.acls());
            return new TreeMap<>(config);
        } catch (SettingsException e) {
            var lines = new StringBuilder();
            e.problems()
                    .forEach(problem ->
                            lines.append(System.lineSeparator()).append("  ").append(problem));
            throw CliError.BAD_SETTINGS.with(mirror, lines);
        }
    }

    private static void checkPatterns(String mirror, String key, List<String> patterns) {
        try {
            TopicPatterns.parse(patterns);
        } catch (BadPatternException e) {
            throw CliError.BAD_SETTINGS.with(
                    mirror,
                    System.lineSeparator() + "  " + key + ": pattern '" + e.pattern() + "': " + e.why()
                            + "; accepted: group ids and RE2 patterns of whole ids, comma-separated");
        }
    }

    private static void checkScope(String mirror, AclSettings settings) {
        try {
            new AclScope(settings);
        } catch (BadPatternException e) {
            throw CliError.BAD_SETTINGS.with(
                    mirror,
                    System.lineSeparator() + "  acls.include, acls.exclude: pattern '" + e.pattern() + "': " + e.why()
                            + "; accepted: names, principals, and RE2 patterns of whole ones");
        }
    }
}
