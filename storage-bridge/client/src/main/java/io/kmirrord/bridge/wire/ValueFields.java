// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * Forms of the values that several messages hold. Stateless.
 *
 * <pre>
 * partition   uuid topic id, int32 partition
 * mirror      text name, int64 generation
 * fence       mirror, int8 phase, int32 stop epoch, map of int32 partition to int8 phase
 * phase       1 PREPARING, 2 MIRRORING, 3 STOPPING, 4 STOPPED
 * roles       int8: bit 0 broker, bit 1 controller
 * </pre>
 */
final class ValueFields {
    private ValueFields() {}

    static void partition(FieldWriter out, TopicIdPartition value) {
        out.uuid(value.topicId());
        out.int32(value.partition());
    }

    static TopicIdPartition partition(FieldReader in) throws BridgeException {
        return new TopicIdPartition(in.uuid("topic id"), in.int32("partition"));
    }

    static void ref(FieldWriter out, MirrorRef value) {
        out.text(value.mirror());
        out.int64(value.generation());
    }

    static MirrorRef ref(FieldReader in) throws BridgeException {
        return new MirrorRef(in.text("mirror"), in.int64("generation"));
    }

    static void fence(FieldWriter out, Fence value) {
        ref(out, value.ref());
        phase(out, value.phase());
        out.int32(value.stopEpoch());
        out.map(value.exceptions(), FieldWriter::int32, ValueFields::phase);
    }

    static Fence fence(FieldReader in) throws BridgeException {
        MirrorRef ref = ref(in);
        return new Fence(
                ref.mirror(),
                ref.generation(),
                phase(in),
                in.int32("stop epoch"),
                new TreeMap<>(in.map("exceptions", r -> r.int32("partition"), ValueFields::phase)));
    }

    static void phase(FieldWriter out, Phase value) {
        out.int8(
                switch (value) {
                    case PREPARING -> 1;
                    case MIRRORING -> 2;
                    case STOPPING -> 3;
                    case STOPPED -> 4;
                });
    }

    static Phase phase(FieldReader in) throws BridgeException {
        int number = in.int8("phase");
        return switch (number) {
            case 1 -> Phase.PREPARING;
            case 2 -> Phase.MIRRORING;
            case 3 -> Phase.STOPPING;
            case 4 -> Phase.STOPPED;
            default -> throw FieldReader.malformed("phase " + number + "; accepted: 1 to 4");
        };
    }

    static void roles(FieldWriter out, Set<Response.Role> value) {
        int bits = value.contains(Response.Role.BROKER) ? 1 : 0;
        out.int8(bits | (value.contains(Response.Role.CONTROLLER) ? 2 : 0));
    }

    static Set<Response.Role> roles(FieldReader in) throws BridgeException {
        int bits = in.int8("roles");
        if (bits < 0 || bits > 3) {
            throw FieldReader.malformed("roles " + bits + "; accepted: 0 to 3");
        }
        Set<Response.Role> roles = EnumSet.noneOf(Response.Role.class);
        if ((bits & 1) != 0) {
            roles.add(Response.Role.BROKER);
        }
        if ((bits & 2) != 0) {
            roles.add(Response.Role.CONTROLLER);
        }
        return Set.copyOf(roles);
    }
}
