// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.link.DeclaredMember;
import java.util.List;

/**
 * A method of the broker that advice is woven into.
 *
 * @param className exact name of the class
 * @param member the method in it
 * @param advice the class that holds the advice
 */
record HookPoint(String className, DeclaredMember member, Class<?> advice) {
    private static final String LOG = "org.apache.kafka.storage.internals.log.UnifiedLog";
    private static final String PARTITION = "kafka.cluster.Partition";
    private static final String RECORDS = "Lorg/apache/kafka/common/record/(internal/)?MemoryRecords;";
    private static final String STORAGE = "Lorg/apache/kafka/storage/internals/log/";

    /** Tells of the node itself; the only one that is woven in where the link check fails. */
    static final HookPoint SHARED_SERVER =
            of("kafka.server.SharedServer", "<init>", ".*", CaptureAdvice.SharedServerBuilt.class);

    static final List<HookPoint> ALL = List.of(
            SHARED_SERVER,
            of("kafka.server.ReplicaManager", "<init>", ".*", CaptureAdvice.ReplicaManagerBuilt.class),
            of(
                    "org.apache.kafka.controller.QuorumController",
                    "<init>",
                    ".*",
                    CaptureAdvice.QuorumControllerBuilt.class),
            of(
                    "kafka.server.metadata.BrokerMetadataPublisher",
                    "onMetadataUpdate",
                    "\\(Lorg/apache/kafka/image/MetadataDelta;Lorg/apache/kafka/image/MetadataImage;"
                            + "Lorg/apache/kafka/image/loader/LoaderManifest;\\)V",
                    ImageAdvice.class),
            of(
                    LOG,
                    "appendAsLeader",
                    "\\(" + RECORDS + "I" + STORAGE + "AppendOrigin;Lorg/apache/kafka/server/common/RequestLocal;"
                            + STORAGE + "VerificationGuard;S?\\)" + STORAGE + "LogAppendInfo;",
                    AppendAdvice.class),
            of(LOG, "assignEpochStartOffset", "\\(IJ\\)V", EpochStartAdvice.class),
            of(LOG, "endOffsetForEpoch", "\\(I\\)Ljava/util/Optional;", EpochEndAdvice.class),
            of(PARTITION, "makeLeader", "\\(.*\\)Z", MakeLeaderAdvice.class),
            of(PARTITION, "makeFollower", "\\(.*\\)Z", MakeFollowerAdvice.class),
            of(PARTITION, "maybeReplaceCurrentWithFutureReplica", "\\(\\)Z", LogSwapAdvice.class),
            of(
                    LOG,
                    "maybeIncrementLogStartOffset",
                    "\\(J" + STORAGE + "LogStartOffsetIncrementReason;\\)Z",
                    LogStartAdvice.class),
            of(
                    "kafka.server.ReplicaManager",
                    "handleProduceAppend",
                    "\\(JSZLjava/lang/String;Lscala/collection/Map;Lscala/Function1;Lscala/Function1;.*\\)V",
                    ProduceAdvice.class));

    private static HookPoint of(String className, String method, String descriptor, Class<?> advice) {
        return new HookPoint(className, DeclaredMember.method(className, method, descriptor), advice);
    }
}
