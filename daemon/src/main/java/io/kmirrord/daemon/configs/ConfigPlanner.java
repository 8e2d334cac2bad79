// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.statemachine.settings.ConfigSettings;
import io.kmirrord.statemachine.view.RecordValue.ConfigSync;
import io.kmirrord.statemachine.view.RecordValue.Shrink;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Gathers the plan of one topic, key by key. Used once, by one thread; nothing else depends on it. */
final class ConfigPlanner {
    private static final String UNCLEAN_ELECTION = "unclean.leader.election.enable";

    private final ConfigSituation now;
    private final ConfigSettings settings;
    private final Map<String, String> taken = new HashMap<>();
    private final Map<String, Shrink> shrinks = new HashMap<>();
    private final Map<String, String> set = new HashMap<>();
    private final Set<String> removed = new HashSet<>();
    private final List<String> setBack = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();

    ConfigPlanner(ConfigSituation now) {
        this.now = now;
        this.settings = now.settings();
    }

    ConfigPlan plan() {
        if (now.source().isTrue(UNCLEAN_ELECTION)) {
            skipped.add(ConfigNotes.uncleanElection(now.topic(), now.supportsUncleanElection()));
        }
        Map<String, String> wanted = settings.wanted(now.source().own());
        Set<String> keys = new TreeSet<>(wanted.keySet());
        keys.addAll(now.memory().set().keySet());
        keys.forEach(key -> decide(key, wanted.get(key)));
        ConfigSync before = now.memory();
        boolean same = taken.equals(before.set()) && shrinks.equals(before.shrinks());
        ConfigSync memory = same
                ? before
                : new ConfigSync(before.revision() + 1, taken, shrinks, before.remoteStorage(), now.nowMs());
        return new ConfigPlan(new ConfigChange(set, removed), memory, setBack, skipped);
    }

    /** @param target null: the source has none any more, and it was taken over from there */
    private void decide(String key, @Nullable String target) {
        String topic = now.topic();
        String here = now.here().own().get(key);
        String before = now.memory().set().get(key);
        if (target == null && !settings.takes(key)) {
            // Excluded since it was taken over: the destination's own from now on.
            return;
        }
        if (target != null && !now.here().knows(key)) {
            skipped.add(ConfigNotes.unsupported(topic, key, target));
            return;
        }
        if (ConfigValues.same(target, here)) {
            take(key, target);
            return;
        }
        RefusedValue refused = now.refused().get(key);
        if (refused != null && Objects.equals(refused.value(), target)) {
            skipped.add(ConfigNotes.invalid(topic, key, target, refused.text()));
            take(key, before);
            return;
        }
        // The source still has what was taken over: somebody changed it here, and what the source has is no mistake of
        // late.
        boolean changedHere = before != null && ConfigValues.same(before, target);
        boolean asked = changedHere || settings.overrides().containsKey(key);
        if (!asked && waits(key, target)) {
            take(key, before);
            return;
        }
        if (target == null) {
            removed.add(key);
            take(key, before);
        } else {
            set.put(key, target);
            take(key, target);
        }
        if (changedHere) {
            setBack.add(key + " from " + (here == null ? "unset" : here) + " to " + target);
        }
    }

    private void take(String key, @Nullable String value) {
        if (value != null) {
            taken.put(key, value);
        }
    }

    /** Whether a change would let this copy keep less, and must not be made yet. */
    private boolean waits(String key, @Nullable String target) {
        String kept = now.here().effective(key);
        String left = target == null ? now.here().inherited().get(key) : target;
        if (!ConfigValues.shrinks(key, kept, left, now.here().effective(ConfigValues.CLEANUP))) {
            return false;
        }
        return switch (settings.onShrink()) {
            case APPLY -> false;
            case KEEP -> {
                skipped.add(ConfigNotes.kept(now.topic(), key, target, kept));
                yield true;
            }
            case DELAY -> waitsLonger(key, target, kept);
        };
    }

    private boolean waitsLonger(String key, @Nullable String target, @Nullable String kept) {
        Shrink known = now.memory().shrinks().get(key);
        Shrink shrink =
                known != null && Objects.equals(known.value(), target) ? known : new Shrink(target, now.nowMs());
        // Also when it is due: until it was seen done, a try that fails must not begin the delay anew.
        shrinks.put(key, shrink);
        long dueMs = shrink.sinceMs() + settings.shrinkDelayMs();
        if (now.nowMs() >= dueMs) {
            return false;
        }
        skipped.add(ConfigNotes.delayed(now.topic(), key, target, kept, dueMs));
        return true;
    }
}
