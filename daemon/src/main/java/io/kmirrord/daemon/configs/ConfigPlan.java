// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.statemachine.view.RecordValue.ConfigSync;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.List;
import java.util.Map;

/**
 * What becomes of the configs of one mirror topic. Immutable; {@link #of} is pure.
 *
 * @param memory to be recorded before the change; the one that was there where nothing is to be recorded
 * @param setBack what others changed here of keys under sync, for the log
 * @param skipped what is not as at the source, in order
 */
public record ConfigPlan(ConfigChange change, ConfigSync memory, List<String> setBack, List<Skipped> skipped) {
    /** Before anything was taken over. */
    public static final ConfigSync NOTHING_TAKEN = new ConfigSync(0, Map.of(), Map.of(), false, 0);

    public ConfigPlan {
        setBack = List.copyOf(setBack);
        skipped = List.copyOf(skipped);
    }

    /**
     * Decides.
     *
     * <p>Keys that the source has set on the topic, and those that the mirror's settings name, are under sync: the topic gets
     * the value, and loses the key with the source. A key that is neither, and was never taken over, is the destination's
     * own. What lets this copy keep less than it does waits, unless the mirror's settings ask for it.
     */
    public static ConfigPlan of(ConfigSituation situation) {
        return new ConfigPlanner(situation).plan();
    }
}
