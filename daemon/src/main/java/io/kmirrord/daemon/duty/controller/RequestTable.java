// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The requests of the state topic and what decides whether they are to be served. Follows the records one by one, so that
 * a change costs what it changes and not a walk through the whole view. Confined to one thread; no clock.
 */
final class RequestTable {
    /** What expired is kept for this long, for whoever looks for the reason. */
    static final long KEEP_EXPIRED_MS = 60_000;

    /** Definitions and wishes only. */
    private final StateView view = new StateView();

    private final Map<RecordKey.Request, RecordValue.Request> requests = new LinkedHashMap<>();
    private final Set<RecordKey.RequestOutcome> outcomes = new HashSet<>();
    /** Outcomes that were handed in and are not read back yet. */
    private final Set<RecordKey.Request> answered = new HashSet<>();

    /** Whether a record is of a kind that the table follows. Pure. */
    static boolean follows(StateRecord record) {
        return record.key() instanceof RecordKey.Request
                || record.key() instanceof RecordKey.RequestOutcome
                || record.key() instanceof RecordKey.Mirror
                || record.key() instanceof RecordKey.MirrorTopic;
    }

    /** Takes a record that {@link #follows}; in the order in which they were read. Idempotent. */
    void apply(StateRecord record) {
        if (record.key() instanceof RecordKey.Request key) {
            if (record.value() instanceof RecordValue.Request request) {
                requests.put(key, request);
            } else {
                requests.remove(key);
                answered.remove(key);
            }
        } else if (record.key() instanceof RecordKey.RequestOutcome key) {
            if (record.value() == null) {
                outcomes.remove(key);
            } else {
                outcomes.add(key);
            }
        } else {
            view.apply(record);
        }
    }

    /** Takes a request out of {@link #open} before its outcome is read back. */
    void answered(RecordKey.Request key) {
        answered.add(key);
    }

    /** What is asked for one topic. */
    record TopicRequests(
            List<Asked<RecordValue.TopicRequest>> creates,
            List<Asked<RecordValue.FenceRequest>> fences,
            List<Asked<RecordValue.EpochRequest>> epochs) {}

    /**
     * What is to be served, in the order of asking.
     *
     * @param byTopic by topic id
     */
    record Open(Map<UUID, TopicRequests> byTopic, List<Asked<RecordValue.ProducerIdRequest>> producerIds) {}

    Open open(long nowMs) {
        Map<UUID, TopicRequests> open = new LinkedHashMap<>();
        List<Asked<RecordValue.ProducerIdRequest>> producerIds = new ArrayList<>();
        Map<String, Boolean> exists = new HashMap<>();
        requests.forEach((key, request) -> {
            if (request.expiresMs() <= nowMs
                    || answered.contains(key)
                    || outcomes.contains(outcomeOf(key))
                    || !exists.computeIfAbsent(
                            key.mirror(), name -> view.mirror(name).isPresent())) {
                return;
            }
            if (request instanceof RecordValue.ProducerIdRequest it) {
                producerIds.add(new Asked<>(key, it));
            } else if (request instanceof RecordValue.TopicRequest it) {
                if (!isOvertaken(key.mirror(), it)) {
                    of(open, it.topicId()).creates().add(new Asked<>(key, it));
                }
            } else if (request instanceof RecordValue.FenceRequest it) {
                of(open, it.topicId()).fences().add(new Asked<>(key, it));
            } else if (request instanceof RecordValue.EpochRequest it) {
                of(open, it.topicId()).epochs().add(new Asked<>(key, it));
            }
        });
        return new Open(open, producerIds);
    }

    private static TopicRequests of(Map<UUID, TopicRequests> open, UUID topicId) {
        return open.computeIfAbsent(
                topicId, id -> new TopicRequests(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
    }

    /** A request that a restart finds again must not create what was deleted meanwhile (F24). */
    private boolean isOvertaken(String mirror, RecordValue.TopicRequest request) {
        return view.wish(mirror, request.topic()).stream().anyMatch(wish -> wish.generation() > request.generation());
    }

    private static RecordKey.RequestOutcome outcomeOf(RecordKey.Request key) {
        return new RecordKey.RequestOutcome(key.mirror(), key.requestId());
    }

    /**
     * Returns tombstones of what nobody needs: outcomes whose request is gone, and what expired a while ago, whose asker
     * did not live to clear it away.
     */
    List<StateRecord> garbage(long nowMs) {
        List<StateRecord> tombstones = new ArrayList<>();
        requests.forEach((key, request) -> {
            if (request.expiresMs() + KEEP_EXPIRED_MS <= nowMs) {
                tombstones.add(new StateRecord(key, null));
            }
        });
        outcomes.forEach(key -> {
            if (!requests.containsKey(new RecordKey.Request(key.mirror(), key.requestId()))) {
                tombstones.add(new StateRecord(key, null));
            }
        });
        return tombstones;
    }
}
