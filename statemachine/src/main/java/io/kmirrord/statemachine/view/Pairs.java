// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import java.util.Set;

/** Which values belong to which keys. */
final class Pairs {

    private Pairs() {}

    static boolean match(RecordKey key, RecordValue value) {
        return valuesOf(key).contains(value.getClass());
    }

    static Set<Class<? extends RecordValue>> valuesOf(RecordKey key) {
        if (key instanceof RecordKey.Magic) {
            return Set.of(RecordValue.Magic.class);
        }
        if (key instanceof RecordKey.Mirror) {
            return Set.of(RecordValue.Mirror.class);
        }
        if (key instanceof RecordKey.MirrorTopic) {
            return Set.of(RecordValue.MirrorTopic.class);
        }
        if (key instanceof RecordKey.MirrorPartitionState) {
            return Set.of(RecordValue.MirrorPartitionState.class);
        }
        if (key instanceof RecordKey.Request) {
            return Set.of(
                    RecordValue.StartRequest.class,
                    RecordValue.TopicRequest.class,
                    RecordValue.FenceRequest.class,
                    RecordValue.EpochRequest.class,
                    RecordValue.ProducerIdRequest.class,
                    RecordValue.PromoteRequest.class,
                    RecordValue.SyncRequest.class,
                    RecordValue.DiffRequest.class,
                    RecordValue.CheckRequest.class,
                    RecordValue.VerifyRequest.class,
                    RecordValue.SalvagePruneRequest.class);
        }
        if (key instanceof RecordKey.Salvage) {
            return Set.of(RecordValue.Salvage.class);
        }
        if (key instanceof RecordKey.Lineage) {
            return Set.of(RecordValue.Lineage.class);
        }
        if (key instanceof RecordKey.GroupSync || key instanceof RecordKey.ShareGroupSync) {
            return Set.of(RecordValue.GroupSync.class);
        }
        if (key instanceof RecordKey.ConfigSync) {
            return Set.of(RecordValue.ConfigSync.class);
        }
        if (key instanceof RecordKey.AclSync) {
            return Set.of(RecordValue.AclSync.class);
        }
        if (key instanceof RecordKey.SyncReport) {
            return Set.of(RecordValue.SyncReport.class);
        }
        if (key instanceof RecordKey.Operation) {
            return Set.of(RecordValue.Operation.class);
        }
        if (key instanceof RecordKey.RestoredFrom) {
            return Set.of(RecordValue.RestoredFrom.class);
        }
        return key instanceof RecordKey.Heartbeat
                ? Set.of(RecordValue.Heartbeat.class)
                : Set.of(RecordValue.Outcome.class);
    }
}
