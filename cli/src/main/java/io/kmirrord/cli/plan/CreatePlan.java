// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.statemachine.settings.Names;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.List;
import java.util.Map;

/**
 * A mirror to create. Immutable.
 *
 * @param config settings as given
 */
public record CreatePlan(String mirror, Map<String, String> config, TopicPatterns includes, TopicPatterns excludes) {

    /**
     * Checks what can be checked without a cluster.
     *
     * @throws io.kmirrord.cli.CliException BAD_NAME, SOURCE_MISSING, BAD_SETTINGS
     */
    public CreatePlan {
        try {
            Names.mirror(mirror);
        } catch (IllegalArgumentException e) {
            throw CliError.BAD_NAME.with(e.getMessage());
        }
        config = Map.copyOf(MirrorEdits.checked(mirror, config));
    }

    /**
     * Decides.
     *
     * @throws io.kmirrord.cli.CliException MIRROR_EXISTS
     */
    public Plan decide(StateView view, Stamp stamp) {
        view.mirror(mirror).ifPresent(present -> {
            throw CliError.MIRROR_EXISTS.with(mirror, present.config().get(MirrorEdits.BOOTSTRAP));
        });
        // Above whatever a deleted mirror of the same name left behind, should this host's clock be late.
        var since = Math.max(stamp.nowMs(), view.highestGeneration(mirror) + 1);
        var definition =
                new RecordValue.Mirror(config, includes.texts(), excludes.texts(), null, since, false, stamp.nowMs());
        List<StateRecord> records = List.of(
                stamp.operation(mirror, "create", includes.texts()),
                MirrorEdits.revision(view, mirror, definition, stamp));
        return new Plan(
                List.of("create mirror " + mirror + " of " + config.get(MirrorEdits.BOOTSTRAP)),
                records,
                List.of(),
                List.of("nothing is mirrored yet: mirrorctl start " + mirror
                        + (includes.isEmpty() ? " --topics PATTERN,..." : "")));
    }
}
