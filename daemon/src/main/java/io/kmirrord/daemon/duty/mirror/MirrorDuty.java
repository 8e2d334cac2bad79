// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.accounts.ClusterAccounts;
import io.kmirrord.daemon.acls.AclSync;
import io.kmirrord.daemon.configs.ClusterConfigs;
import io.kmirrord.daemon.configs.ConfigSync;
import io.kmirrord.daemon.duty.RequestLink;
import io.kmirrord.daemon.groups.ClusterGroups;
import io.kmirrord.daemon.groups.GroupSync;
import io.kmirrord.daemon.groups.GroupType;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duties of the mirrors whose partition of the state topic the local broker leads: that leadership is the lease. What
 * is written is decided after a read to the end of that partition; a predecessor that half did something is followed up,
 * not repeated. While the state topic is in doubt nothing is done.
 *
 * <p>Confined to its queue, but for {@link #start} and {@link #status}; ends with the queue.
 */
public final class MirrorDuty {
    private static final Logger LOG = LoggerFactory.getLogger(MirrorDuty.class);

    private final Parts parts;
    private final Beats beats;
    private final Watchdog watchdog;
    private final ControllerWatch controllers;
    private final Map<String, MirrorTerm> terms = new HashMap<>();
    private Set<String> mirrors = Set.of();
    private Set<Integer> led = Set.of();
    private boolean healthy;
    private volatile DutyStatus status = DutyStatus.NONE;

    /**
     * How often.
     *
     * @param discovery between two looks at the source's topics
     * @param watch between two looks at the partitions' actors
     */
    public record Timing(Duration discovery, Duration watch) {
        public static final Timing DEFAULT = new Timing(Duration.ofSeconds(30), Duration.ofSeconds(5));
    }

    /**
     * What the duty works with.
     *
     * @param writer the one writer of this daemon
     * @param groups of the destination
     * @param configs of topics of the destination
     * @param accounts of the destination
     * @param groupSyncs makes the sync of the offsets of a mirror's groups of a type
     * @param configSyncs makes the sync of a mirror's topic configs
     * @param aclSyncs makes the sync of a mirror's ACLs
     * @param stateTopic name of the state topic
     * @param nodeId of the local node
     * @param nowMs wall clock
     * @param nanos monotonic clock
     */
    public record Parts(
            EventQueue queue,
            StateTopic topic,
            StateWriter writer,
            RequestLink link,
            SourceAccess source,
            Destination destination,
            ClusterGroups groups,
            ClusterConfigs configs,
            ClusterAccounts accounts,
            BiFunction<GroupType, String, GroupSync> groupSyncs,
            Function<String, ConfigSync> configSyncs,
            Function<String, AclSync> aclSyncs,
            String stateTopic,
            int nodeId,
            Timing timing,
            Backoff backoff,
            LongSupplier nowMs,
            LongSupplier nanos,
            RandomGenerator random) {}

    public MirrorDuty(Parts parts) {
        this.parts = parts;
        this.beats = new Beats(parts.nanos().getAsLong());
        this.watchdog = new Watchdog(parts, beats);
        this.controllers = new ControllerWatch(parts, beats);
    }

    /** Follows the state topic and begins to watch. To be called once, on any thread. */
    public void start() {
        parts.topic().listen(new StateTopic.Listener() {
            @Override
            public void changed(StateView view, List<StateRecord> records) {
                MirrorDuty.this.read(view, records);
            }

            @Override
            public void health(Health health) {
                parts.queue().post(() -> {
                    healthy = health.isHealthy();
                    settle();
                });
            }
        });
        parts.queue().post(this::watch);
    }

    /**
     * The partitions of the state topic that the local broker leads; without the bridge: none. To be called on the queue,
     * with each change.
     */
    public void led(Set<Integer> statePartitions) {
        led = Set.copyOf(statePartitions);
        settle();
    }

    /** Returns what was found last. Thread-safe. */
    public DutyStatus status() {
        return status;
    }

    /** On the view's thread. */
    private void read(StateView view, List<StateRecord> records) {
        long nowNs = parts.nanos().getAsLong();
        Map<Integer, RecordValue.Heartbeat> arrived = new HashMap<>();
        Set<String> asked = new HashSet<>();
        Set<String> requested = new HashSet<>();
        boolean first = records.isEmpty();
        boolean definitions = first;
        for (StateRecord record : records) {
            if (record.key() instanceof RecordKey.Heartbeat key
                    && record.value() instanceof RecordValue.Heartbeat beat) {
                arrived.put(key.nodeId(), beat);
            } else if (record.key() instanceof RecordKey.Request key
                    && record.value() instanceof RecordValue.StartRequest) {
                asked.add(key.mirror());
            } else if (record.key() instanceof RecordKey.Request key
                    && (record.value() instanceof RecordValue.PromoteRequest
                            || record.value() instanceof RecordValue.DiffRequest
                            || record.value() instanceof RecordValue.SyncRequest)) {
                requested.add(key.mirror());
            } else {
                definitions |= record.key() instanceof RecordKey.Mirror;
            }
        }
        if (first) {
            arrived.putAll(view.heartbeats());
        }
        List<String> names = definitions ? view.mirrors() : List.of();
        boolean changed = definitions;
        if (changed || !arrived.isEmpty() || !asked.isEmpty() || !requested.isEmpty()) {
            parts.queue().post(() -> {
                arrived.forEach((node, beat) -> beats.take(node, beat, nowNs));
                if (changed) {
                    mirrors = Set.copyOf(names);
                    settle();
                }
                asked.forEach(mirror -> told(mirror, MirrorTerm::poke));
                requested.forEach(mirror -> told(mirror, MirrorTerm::requests));
            });
        }
    }

    private void told(String mirror, Consumer<MirrorTerm> what) {
        MirrorTerm term = terms.get(mirror);
        if (term != null) {
            what.accept(term);
        }
    }

    /** Begins and ends terms. */
    private void settle() {
        Set<String> mine = new HashSet<>();
        if (healthy) {
            mirrors.stream()
                    .filter(mirror -> led.contains(StatePartitions.of(mirror)))
                    .forEach(mine::add);
        }
        terms.entrySet().removeIf(entry -> {
            boolean over = !mine.contains(entry.getKey());
            if (over) {
                LOG.info("mirror {}: its duties are another daemon's", entry.getKey());
                entry.getValue().end();
            }
            return over;
        });
        for (String mirror : mine) {
            if (!terms.containsKey(mirror)) {
                LOG.info("mirror {}: this daemon has its duties", mirror);
                MirrorTerm term = new MirrorTerm(parts, mirror, beats);
                terms.put(mirror, term);
                term.begin();
            }
        }
    }

    private void watch() {
        if (healthy) {
            watchdog.look(Set.copyOf(terms.keySet()), this::report);
            if (!terms.isEmpty()) {
                controllers.look();
            }
        }
        parts.queue().schedule(this::watch, parts.timing().watch());
    }

    private void report() {
        Map<String, List<String>> deleted = new HashMap<>();
        Map<String, GroupSync.Status> groups = new HashMap<>();
        terms.forEach((mirror, term) -> {
            if (!term.deleted().isEmpty()) {
                deleted.put(mirror, term.deleted());
            }
            groups.put(mirror, term.groups().status().and(term.shares().status()));
        });
        status = new DutyStatus(
                terms.keySet(), watchdog.expected(), watchdog.unowned(), deleted, groups, watchdog.moved());
    }
}
