// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Topics, fences, leader epochs and producer ids of a cluster in memory, with the rules of the bridge at its controller. Thread-safe by one lock. */
public final class FakeController {
    private static final int BLOCK = 1 << 20;
    private static final long MAX_PRODUCER_ID = 1L << 62;

    private final Map<UUID, int[]> epochs = new HashMap<>();
    private final Map<String, UUID> names = new HashMap<>();
    private final Map<UUID, Fence> fences = new HashMap<>();
    private final Deque<Exception> failures = new ArrayDeque<>();
    private long offset = 100;
    private long nextProducerId = 2_000;

    /** The answers to the next requests but DESCRIBE: failures first, in this order. */
    public synchronized void failNext(Exception... reasons) {
        failures.addAll(List.of(reasons));
    }

    /** Makes a topic that is there already. */
    public synchronized void topic(String name, UUID id, int... leaderEpochs) {
        names.put(name, id);
        epochs.put(id, leaderEpochs);
    }

    /** Deletes a topic; its fence stays. */
    public synchronized void delete(String name) {
        UUID id = names.remove(name);
        if (id != null) {
            epochs.remove(id);
        }
    }

    public synchronized void fence(UUID id, String text) {
        fences.put(id, Fence.parse("v1;" + text));
    }

    public synchronized @Nullable String fence(UUID id) {
        Fence fence = fences.get(id);
        return fence == null ? null : fence.toText();
    }

    public synchronized int[] epochs(UUID id) {
        int[] present = epochs.get(id);
        return present == null ? new int[0] : present.clone();
    }

    /** From which id on blocks are given. */
    public synchronized long nextProducerId() {
        return nextProducerId;
    }

    /** A rule for {@link FakeBridge}. */
    public synchronized @Nullable Object answer(Request request) {
        try {
            if (request instanceof Request.Describe) {
                return new Response.Description(offset, Map.copyOf(fences), List.of());
            }
            Exception failure = failures.poll();
            if (failure != null) {
                return failure;
            }
            if (request instanceof Request.CreateTopic it) {
                return create(it);
            }
            if (request instanceof Request.MoveFence it) {
                return move(it);
            }
            if (request instanceof Request.ReserveProducerIds it) {
                return reserve(it.nextProducerId());
            }
            return request instanceof Request.EnsureEpoch it ? raise(it) : null;
        } catch (BridgeException e) {
            return e;
        }
    }

    private Response create(Request.CreateTopic request) throws BridgeException {
        if (epochs.containsKey(request.topicId()) || names.containsKey(request.name())) {
            throw new BridgeException(ErrorCode.EXISTS, "id or name is in use");
        }
        Fence left = fences.get(request.topicId());
        if (left != null && request.fence().generation() <= left.generation()) {
            throw new BridgeException(ErrorCode.NOT_MONOTONIC, left.generation(), "mirrored before");
        }
        // As the bridge does: the value is the lowest epoch that it accepts.
        int lowest = left == null ? -1 : (Math.max(0, left.stopEpoch()) / BLOCK + 1) * BLOCK;
        if (request.firstLeaderEpoch() < lowest) {
            throw new BridgeException(ErrorCode.INVALID_REQUEST, lowest, "the id was used before");
        }
        int[] first = new int[request.partitions()];
        java.util.Arrays.fill(first, request.firstLeaderEpoch());
        topic(request.name(), request.topicId(), first);
        fences.put(request.topicId(), request.fence());
        return new Response.Written(++offset);
    }

    private Response move(Request.MoveFence request) throws BridgeException {
        int[] present = present(request.topicId());
        if (present.length != request.partitions()) {
            throw new BridgeException(ErrorCode.PARTITION_COUNT, present.length, "has " + present.length);
        }
        Fence before = fences.get(request.topicId());
        Fence next = request.fence();
        if (next.equals(before)) {
            return new Response.Written(offset);
        }
        if (before == null || next.generation() > before.generation()) {
            boolean owned = before != null && !before.mirror().equals(next.mirror()) && before.phase() != Phase.STOPPED;
            if (next.phase() != Phase.PREPARING || !next.exceptions().isEmpty() || next.stopEpoch() >= 0 || owned) {
                throw new BridgeException(ErrorCode.NOT_MONOTONIC, "begins a generation");
            }
        } else {
            checkFollows(before, next, present.length);
        }
        if (next.stopEpoch() >= 0 && (before == null || before.stopEpoch() < 0)) {
            int highest = java.util.Arrays.stream(present).max().orElse(-1);
            if (next.stopEpoch() <= highest) {
                throw new BridgeException(ErrorCode.STOP_EPOCH_TOO_LOW, highest, "not above " + highest);
            }
        }
        fences.put(request.topicId(), next);
        return new Response.Written(++offset);
    }

    private static void checkFollows(Fence before, Fence next, int partitions) throws BridgeException {
        boolean backward = !next.mirror().equals(before.mirror())
                || next.generation() < before.generation()
                || (before.stopEpoch() >= 0 && next.stopEpoch() != before.stopEpoch())
                || next.phase().compareTo(before.phase()) < 0;
        for (int i = 0; i < partitions; i++) {
            backward |= next.phaseOf(i).compareTo(before.phaseOf(i)) < 0;
        }
        if (backward) {
            throw new BridgeException(ErrorCode.NOT_MONOTONIC, next.toText() + " after " + before.toText());
        }
    }

    private Response raise(Request.EnsureEpoch request) throws BridgeException {
        int[] present = present(request.topicId());
        Fence fence = fences.get(request.topicId());
        MirrorRef ref = fence == null ? null : fence.ref();
        if (fence == null || !request.ref().equals(ref)) {
            throw fence == null
                    ? new BridgeException(ErrorCode.NOT_FENCED, "no fence")
                    : new BridgeException(ErrorCode.FENCE_MISMATCH, fence.generation(), "another");
        }
        for (Map.Entry<Integer, Integer> wanted : request.minEpochs().entrySet()) {
            if (wanted.getKey() >= present.length) {
                throw new BridgeException(ErrorCode.UNKNOWN_PARTITION, "no partition " + wanted.getKey());
            }
            if (fence.phaseOf(wanted.getKey()) == Phase.STOPPED) {
                throw new BridgeException(ErrorCode.NOT_FENCED, "open");
            }
        }
        request.minEpochs().forEach((partition, epoch) -> present[partition] = Math.max(present[partition], epoch));
        return new Response.Written(++offset);
    }

    private Response reserve(long wanted) throws BridgeException {
        if (wanted > MAX_PRODUCER_ID) {
            throw new BridgeException(ErrorCode.INVALID_REQUEST, nextProducerId, "accepted: to " + MAX_PRODUCER_ID);
        }
        if (wanted < nextProducerId) {
            throw new BridgeException(ErrorCode.NOT_MONOTONIC, nextProducerId, "below the present");
        }
        nextProducerId = wanted;
        return new Response.Written(++offset);
    }

    private int[] present(UUID id) throws BridgeException {
        int[] present = epochs.get(id);
        if (present == null) {
            throw new BridgeException(ErrorCode.UNKNOWN_PARTITION, "no such topic id");
        }
        return present;
    }

    /** A connection that broke. */
    public static IOException lost() {
        return new IOException("connection lost");
    }
}
