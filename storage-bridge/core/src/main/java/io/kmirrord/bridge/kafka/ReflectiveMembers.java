// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.link.DeclaredMember;
import java.util.List;

/** Every private member of the broker that the bridge reaches by reflection. The link check covers them. */
public final class ReflectiveMembers {
    private static final String STORAGE = "org.apache.kafka.storage.internals.log.";

    private static final String CONTROLLER = "org.apache.kafka.controller.";

    public static final List<DeclaredMember> ALL = List.of(
            DeclaredMember.field("kafka.cluster.Partition", "leaderIsrUpdateLock", "L.*ReentrantReadWriteLock;"),
            DeclaredMember.field("kafka.cluster.Partition", "futureLogLock", "Ljava/lang/Object;"),
            DeclaredMember.method("kafka.cluster.Partition", "maybeIncrementLeaderHW", "\\(L.*UnifiedLog;J\\)Z"),
            DeclaredMember.field(STORAGE + "UnifiedLog", "lock", "Ljava/lang/Object;"),
            DeclaredMember.field(STORAGE + "ProducerStateManager", "producers", "Ljava/util/Map;"),
            DeclaredMember.field(STORAGE + "ProducerStateManager", "producerIdCount", "I"),
            DeclaredMember.field(STORAGE + "ProducerStateEntry", "batchMetadata", "Ljava/util/Deque;"),
            controllerField("QuorumController", "replicationControl", "ReplicationControlManager"),
            controllerField("QuorumController", "configurationControl", "ConfigurationControlManager"),
            controllerField("QuorumController", "clusterControl", "ClusterControlManager"),
            controllerField("QuorumController", "featureControl", "FeatureControlManager"),
            controllerField("QuorumController", "producerIdControlManager", "ProducerIdControlManager"),
            DeclaredMember.field(CONTROLLER + "QuorumController", "raftClient", "Lorg/apache/kafka/raft/RaftClient;"),
            DeclaredMember.field(CONTROLLER + "ConfigurationControlManager", "configData", "L.*/TimelineHashMap;"),
            DeclaredMember.field(
                    CONTROLLER + "ReplicationControlManager$TopicControlInfo", "name", "Ljava/lang/String;"),
            DeclaredMember.field(
                    CONTROLLER + "ReplicationControlManager$TopicControlInfo", "parts", "L.*/TimelineHashMap;"),
            controllerMethod(
                    "QuorumController",
                    "appendWriteEvent",
                    "\\(Ljava/lang/String;Ljava/util/OptionalLong;L.*ControllerWriteOperation;\\)L.*CompletableFuture;"),
            controllerMethod("QuorumController", "latestController", "\\(\\)Ljava/util/OptionalInt;"),
            controllerMethod(
                    "QuorumController$ControllerWriteOperation",
                    "generateRecordsAndResult",
                    "\\(\\)L.*ControllerResult;"),
            controllerMethod("QuorumController$ControllerWriteOperation", "processBatchEndOffset", "\\(J\\)V"),
            controllerMethod(
                    "ControllerResult", "atomicOf", "\\(Ljava/util/List;Ljava/lang/Object;\\)L.*ControllerResult;"),
            controllerMethod("ControllerResult", "records", "\\(\\)Ljava/util/List;"),
            controllerMethod("ControllerResult", "response", "\\(\\)Ljava/lang/Object;"),
            controllerMethod(
                    "ReplicationControlManager",
                    "createTopics",
                    "\\(L.*ControllerRequestContext;L.*CreateTopicsRequestData;Ljava/util/Set;Z?\\)L.*ControllerResult;"),
            controllerMethod("ReplicationControlManager", "getPartition", "\\(L.*/Uuid;I\\)L.*/PartitionRegistration;"),
            controllerMethod("ReplicationControlManager", "getTopic", "\\(L.*/Uuid;\\)L.*TopicControlInfo;"),
            controllerMethod("ReplicationControlManager", "getTopicId", "\\(Ljava/lang/String;\\)L.*/Uuid;"),
            controllerMethod("FeatureControlManager", "metadataVersion", "\\(\\)Ljava/util/Optional;"),
            controllerMethod("FeatureControlManager", "isElrFeatureEnabled", "\\(\\)Z"),
            controllerMethod("ClusterControlManager", "brokerRegistrations", "\\(\\)Ljava/util/Map;"),
            controllerMethod("ProducerIdControlManager", "nextProducerBlock", "\\(\\)L.*/ProducerIdsBlock;"));

    private static DeclaredMember controllerField(String owner, String name, String type) {
        return DeclaredMember.field(CONTROLLER + owner, name, "Lorg/apache/kafka/controller/" + type + ";");
    }

    private static DeclaredMember controllerMethod(String owner, String name, String descriptor) {
        return DeclaredMember.method(CONTROLLER + owner, name, descriptor);
    }

    private ReflectiveMembers() {}
}
