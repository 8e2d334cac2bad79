// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * The producer ids that a destination gives to its own clients, apart from those that come in mirrored batches (F9). A
 * value; pure.
 *
 * <p>A slot is 2^40 consecutive ids, about a year of all that a broker can ask of its controller. Slot 0 is where every
 * cluster begins and is nobody's. A cluster's slot is a hash of its id, fixed for ever: FNV-1a of 64 bits over its UTF-8
 * bytes, mixed so that every bit counts in the remainder, modulo {@link #HASHED_SLOTS}, plus 1. Two clusters whose slot s is the same leave it both: the one whose id is
 * lower takes s + 1, the other s + 2, so that each comes to the same, whichever is the destination first. A cluster that
 * mirrors with a third may be in s all the same, which is why both keep out of it.
 *
 * @param slot of the destination, 1 to 2^22 - 1
 * @param avoided slots that the source may use
 */
public record ProducerIdRange(int slot, Set<Integer> avoided) {
    /** Ids of a slot, as a power of two. */
    public static final int SLOT_BITS = 40;
    /** Slots that clusters begin in. Some above them are left for moving up; all are below 2^62, the bridge's limit. */
    public static final int HASHED_SLOTS = (1 << 22) - 1025;

    public ProducerIdRange {
        avoided = Set.copyOf(avoided);
    }

    /** What becomes of the present next id. */
    public sealed interface Verdict {}

    /**
     * It may stay.
     *
     * @param least every id of the destination's own from now on is at least this one
     */
    public record Keep(long least) implements Verdict {}

    /**
     * It must be raised.
     *
     * @param next to at least this one
     */
    public record Raise(long next) implements Verdict {}

    /** Returns the range of a destination towards one source; their ids may be any text. */
    public static ProducerIdRange of(String clusterId, String sourceClusterId) {
        int slot = slotOf(clusterId);
        int source = slotOf(sourceClusterId);
        if (slot != source) {
            return new ProducerIdRange(slot, Set.of(source));
        }
        boolean lower = clusterId.compareTo(sourceClusterId) < 0;
        return new ProducerIdRange(lower ? slot + 1 : slot + 2, Set.of(slot, lower ? slot + 2 : slot + 1));
    }

    /** Returns the first id of the destination's slot. */
    public long base() {
        return first(slot);
    }

    /**
     * Judges the id from which on the controller gives out. One at or above the base that lies in no avoided slot is kept,
     * so that what was reserved against another source lasts; one in an avoided slot moves up to the next that is not.
     *
     * @param present 0 or more
     */
    public Verdict judge(long present) {
        if (present < base()) {
            return new Raise(base());
        }
        long in = present >>> SLOT_BITS;
        long free = in;
        while (avoided.contains((int) free)) {
            free++;
        }
        return free == in ? new Keep(first(in)) : new Raise(first(free));
    }

    private static long first(long slot) {
        return slot << SLOT_BITS;
    }

    /** Returns the slot that a cluster begins in: 1 to {@link #HASHED_SLOTS}. */
    static int slotOf(String clusterId) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : clusterId.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return 1 + (int) Long.remainderUnsigned(hash ^ (hash >>> 33), HASHED_SLOTS);
    }
}
