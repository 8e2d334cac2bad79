// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells what lasts from what passes. Confined to one thread; time is an argument. */
final class Lasting {
    private static final long NANOS_PER_MS = 1_000_000;

    private final Map<Unowned.Key, Long> since = new HashMap<>();

    /** Takes all that is so now, and returns what has been for longer than it may. */
    List<Unowned> take(List<Unowned> now, long nowNs) {
        Set<Unowned.Key> keys = now.stream().map(Unowned::key).collect(Collectors.toSet());
        since.keySet().retainAll(keys);
        keys.forEach(key -> since.putIfAbsent(key, nowNs));
        return now.stream()
                .filter(one -> nowNs - since.getOrDefault(one.key(), nowNs)
                        >= one.reason().graceMs() * NANOS_PER_MS)
                .toList();
    }
}
