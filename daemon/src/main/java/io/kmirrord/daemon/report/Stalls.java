// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.report;

import io.kmirrord.daemon.engine.ActorStatus;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.StateName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds partitions that should go on and do not. Confined to one thread; time is an argument. */
final class Stalls {
    private static final Logger LOG = LoggerFactory.getLogger(Stalls.class);
    private static final long STILL_MS = 20_000;
    /** States in which nothing has to happen. */
    private static final Set<StateName> AT_REST =
            Set.of(StateName.UNKNOWN, StateName.PAUSED, StateName.STOPPED, StateName.FAILED);

    private final Map<PartitionId, Seen> seen = new HashMap<>();

    /**
     * What a partition looked like when it last moved.
     *
     * @param told it was said that it stands still
     */
    private record Seen(String mark, long sinceMs, boolean told) {}

    /**
     * Looks at all partitions.
     *
     * @param nowMs any clock that goes on
     * @return why those stand still that do, by partition
     */
    Map<PartitionId, String> look(List<ActorStatus> all, long nowMs) {
        Map<PartitionId, String> still = new TreeMap<>(java.util.Comparator.comparing(PartitionId::toString));
        for (ActorStatus status : all) {
            PartitionId id = status.place().id();
            String mark = mark(status);
            Seen before = seen.get(id);
            boolean rests = AT_REST.contains(status.state().name()) || isLevel(status);
            if (rests || before == null || !before.mark().equals(mark)) {
                seen.put(id, new Seen(mark, nowMs, false));
                continue;
            }
            if (nowMs - before.sinceMs() >= STILL_MS) {
                String why = status.state().name() + " without progress for " + (nowMs - before.sinceMs()) / 1000
                        + " s: " + status.doing();
                still.put(id, why);
                if (!before.told()) {
                    LOG.warn("{} {}", status.place(), why);
                    seen.put(id, new Seen(mark, before.sinceMs(), true));
                }
            }
        }
        seen.keySet().retainAll(ActorStatus.ids(all));
        return still;
    }

    private static boolean isLevel(ActorStatus status) {
        return status.state().name() == StateName.MIRRORING && status.lag() == 0;
    }

    private static String mark(ActorStatus status) {
        var progress = status.progress();
        return status.state().name() + " "
                + (progress == null
                        ? ""
                        : progress.log().end() + " " + progress.log().highWatermark());
    }
}
