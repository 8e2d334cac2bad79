// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.daemon.sync.SyncReports;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.settings.AclSettings;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.acl.AclBinding;
import org.jspecify.annotations.Nullable;

/**
 * What the state topic says that a mirror's ACLs depend on, copied out of the view. Immutable.
 *
 * @param settings null if the mirror's settings cannot be used
 * @param sourceClusterId of the only cluster whose ACLs count, null until a daemon has asked the source
 * @param sinceGeneration of the mirror's definition
 * @param mirroring some topic of the mirror is wished MIRRORING
 * @param records of what this mirror added, without those of earlier mirrors of its name
 * @param memory the same, and other mirrors'
 * @param outdated keys of earlier mirrors of its name, which nobody needs
 * @param reports about ACLs, one of each daemon that ever had the duties
 */
public record AclFacts(
        @Nullable AclSettings settings,
        @Nullable String sourceClusterId,
        long sinceGeneration,
        boolean mirroring,
        Map<RecordKey.AclSync, RecordValue.AclSync> records,
        AclMemory memory,
        List<RecordKey> outdated,
        Map<RecordKey.SyncReport, RecordValue.SyncReport> reports) {
    static final AclFacts NONE = new AclFacts(null, null, 0, false, Map.of(), AclMemory.NONE, List.of(), Map.of());

    public AclFacts {
        records = Map.copyOf(records);
        outdated = List.copyOf(outdated);
        reports = Map.copyOf(reports);
    }

    /** Whether a sync may change anything: it is asked for, and the source is known and mirrored. */
    boolean syncs() {
        return settings != null && settings.enabled() && mirroring && sourceClusterId != null;
    }

    /** Whether a sync may change what was decided of other facts: nobody has changed the mirror since. */
    boolean stillSyncs(AclFacts before) {
        return syncs()
                && before.settings() != null
                && before.settings().equals(settings)
                && before.sinceGeneration() == sinceGeneration;
    }

    /** The same with what was recorded since. */
    AclFacts with(List<StateRecord> written) {
        Map<RecordKey.AclSync, RecordValue.AclSync> now = new HashMap<>(records);
        for (StateRecord record : written) {
            if (record.key() instanceof RecordKey.AclSync key) {
                if (record.value() instanceof RecordValue.AclSync value) {
                    now.put(key, value);
                } else {
                    now.remove(key);
                }
            }
        }
        AclMemory others = new AclMemory(AclRecords.acls(now), memory.before(), memory.after());
        return new AclFacts(settings, sourceClusterId, sinceGeneration, mirroring, now, others, outdated, reports);
    }

    /** Reads a view, on its thread; empty if the mirror does not exist. */
    static Optional<AclFacts> read(StateView view, String mirror) {
        return view.mirror(mirror).map(definition -> {
            Map<RecordKey.AclSync, RecordValue.AclSync> own = present(view, mirror, definition);
            List<RecordKey> outdated = new ArrayList<>(view.aclSyncs(mirror).keySet());
            outdated.removeAll(own.keySet());
            boolean mirroring = view.topics(mirror).values().stream()
                    .anyMatch(wish -> wish.wish().desired() == Desired.MIRRORING);
            return new AclFacts(
                    MirrorSettings.usable(definition.config())
                            .map(MirrorSettings::acls)
                            .orElse(null),
                    definition.sourceClusterId(),
                    definition.sinceGeneration(),
                    mirroring,
                    own,
                    new AclMemory(
                            AclRecords.acls(own),
                            others(view, name -> name.compareTo(mirror) < 0),
                            others(view, name -> name.compareTo(mirror) > 0)),
                    outdated,
                    SyncReports.of(view, mirror, AclSync.SUBJECT));
        });
    }

    private static Map<RecordKey.AclSync, RecordValue.AclSync> present(
            StateView view, String mirror, RecordValue.Mirror definition) {
        Map<RecordKey.AclSync, RecordValue.AclSync> records = view.aclSyncs(mirror);
        records.keySet().removeIf(key -> key.sinceGeneration() != definition.sinceGeneration());
        return records;
    }

    private static Set<AclBinding> others(StateView view, Predicate<String> which) {
        Set<AclBinding> found = new HashSet<>();
        view.mirrors().stream()
                .filter(which)
                .forEach(name -> view.mirror(name)
                        .ifPresent(definition -> found.addAll(AclRecords.acls(present(view, name, definition)))));
        return found;
    }
}
