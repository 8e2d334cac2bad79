// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import io.kmirrord.statemachine.PartitionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Which partition of {@code __mirror_state} a record lies in. Fixed for ever: test vectors hold it. */
public final class StatePartitions {
    /** Number of partitions; never changed. */
    public static final int COUNT = 50;

    private StatePartitions() {}

    /** Returns where the states of a mirror partition lie, all generations and leader epochs together. */
    public static int of(PartitionId id) {
        byte[] name = id.mirror().getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(name.length + 1 + 16 + 4);
        bytes.put(name).put((byte) 0);
        bytes.putLong(id.topicId().getMostSignificantBits());
        bytes.putLong(id.topicId().getLeastSignificantBits());
        bytes.putInt(id.partition());
        return bucket(bytes.array());
    }

    /** Returns where everything else of a mirror lies. Whoever leads it has the mirror-level duties. */
    public static int of(String mirror) {
        return bucket(mirror.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns where a record lies. */
    public static int of(RecordKey key) {
        if (key instanceof RecordKey.MirrorPartitionState state) {
            return of(state.id());
        }
        if (key instanceof RecordKey.Heartbeat heartbeat) {
            return Math.floorMod(heartbeat.nodeId(), COUNT);
        }
        boolean ofTheTopic = key instanceof RecordKey.Magic || key instanceof RecordKey.RestoredFrom;
        return ofTheTopic ? 0 : of(mirrorOf(key));
    }

    private static String mirrorOf(RecordKey key) {
        if (key instanceof RecordKey.Mirror it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.MirrorTopic it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.Request it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.RequestOutcome it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.Operation it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.OperationOutcome it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.Salvage it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.Lineage it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.GroupSync it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.ShareGroupSync it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.ConfigSync it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.AclSync it) {
            return it.mirror();
        }
        if (key instanceof RecordKey.SyncReport it) {
            return it.mirror();
        }
        throw new IllegalArgumentException("no mirror in " + key);
    }

    /** FNV-1a over the bytes, mixed so that every bit counts in the remainder. */
    private static int bucket(byte[] bytes) {
        int hash = 0x811c9dc5;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x01000193;
        }
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return Integer.remainderUnsigned(hash ^ (hash >>> 16), COUNT);
    }
}
