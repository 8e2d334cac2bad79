// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.controller.ClusterControlManager;
import org.apache.kafka.controller.ConfigurationControlManager;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.controller.FeatureControlManager;
import org.apache.kafka.controller.ProducerIdControlManager;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.controller.ReplicationControlManager;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.raft.RaftClient;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.common.ProducerIdsBlock;
import org.jspecify.annotations.Nullable;

/**
 * The members of org.apache.kafka.controller that are not public, looked up once. All reads of state are legal only on
 * the controller's event thread, that is inside {@link #appendWriteEvent}. Thread-safe.
 */
public final class ControllerMembers {
    private final Method appendWriteEvent = method(QuorumController.class, "appendWriteEvent", 3);
    private final Method latestController = method(QuorumController.class, "latestController", 0);
    private final Class<?> writeOperation = appendWriteEvent.getParameterTypes()[2];
    private final Class<?> resultClass =
            method(writeOperation, "generateRecordsAndResult", 0).getReturnType();
    private final Method atomicOf = method(resultClass, "atomicOf", 2);
    private final Method records = method(resultClass, "records", 0);
    private final Method response = method(resultClass, "response", 0);
    private final Field replication = field(QuorumController.class, "replicationControl");
    private final Field configuration = field(QuorumController.class, "configurationControl");
    private final Field cluster = field(QuorumController.class, "clusterControl");
    private final Field features = field(QuorumController.class, "featureControl");
    private final Field producerIds = field(QuorumController.class, "producerIdControlManager");
    private final Field raftClient = field(QuorumController.class, "raftClient");
    private final Field configData = field(ConfigurationControlManager.class, "configData");
    private final Method createTopics = method(ReplicationControlManager.class, "createTopics", -1);
    private final Method getPartition = method(ReplicationControlManager.class, "getPartition", 2);
    private final Method getTopic = method(ReplicationControlManager.class, "getTopic", 1);
    private final Method getTopicId = method(ReplicationControlManager.class, "getTopicId", 1);
    private final Field topicName = field(getTopic.getReturnType(), "name");
    private final Field topicParts = field(getTopic.getReturnType(), "parts");
    private final Method metadataVersion = method(FeatureControlManager.class, "metadataVersion", 0);
    private final Method elrEnabled = method(FeatureControlManager.class, "isElrFeatureEnabled", 0);
    private final Method brokerRegistrations = method(ClusterControlManager.class, "brokerRegistrations", 0);
    private final Method nextProducerBlock = method(ProducerIdControlManager.class, "nextProducerBlock", 0);

    /** What an event yields. An empty list of records makes it a read. */
    public record Outcome<T>(List<ApiMessageAndVersion> records, T response) {}

    /** A topic as the controller holds it, uncommitted changes included. */
    public record TopicState(String name, int partitions) {}

    /** What stock code would write to create a topic. */
    public record CreatedTopics(List<ApiMessageAndVersion> records, CreateTopicsResponseData response) {}

    /**
     * Runs an operation on the controller's event thread and writes its records as one atomic batch.
     *
     * @param operation must neither block nor throw: what it throws is a fault of the controller
     * @param endOffset takes the offset of the metadata log that the operation's outcome is in force at
     * @return completes once the records are committed
     */
    public <T> CompletableFuture<T> appendWriteEvent(
            QuorumController controller,
            String name,
            long deadlineNs,
            Supplier<Outcome<T>> operation,
            LongConsumer endOffset) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("generateRecordsAndResult")) {
                Outcome<T> outcome = operation.get();
                return call(atomicOf, null, outcome.records(), outcome.response());
            }
            if (method.getName().equals("processBatchEndOffset")) {
                endOffset.accept((Long) arguments[0]);
                return null;
            }
            return ofObject(proxy, name, method, arguments);
        };
        Object event =
                Proxy.newProxyInstance(writeOperation.getClassLoader(), new Class<?>[] {writeOperation}, handler);
        @SuppressWarnings("unchecked") // the event completes with what the operation returned
        CompletableFuture<T> future =
                (CompletableFuture<T>) call(appendWriteEvent, controller, name, OptionalLong.of(deadlineNs), event);
        return future;
    }

    /** The methods of Object, which a proxy hands on as well. */
    private static Object ofObject(Object proxy, String name, Method method, Object[] arguments) {
        if (method.getName().equals("hashCode")) {
            return System.identityHashCode(proxy);
        }
        return method.getName().equals("equals") ? (Object) (proxy == arguments[0]) : name;
    }

    /** Returns the node that this one takes for the active controller. */
    public OptionalInt latestController(QuorumController controller) {
        return (OptionalInt) call(latestController, controller);
    }

    /**
     * Lets the controller give its leadership of the metadata quorum back, soon. Does not block. Idempotent; does nothing once
     * the epoch is over.
     */
    public void resign(QuorumController controller, int epoch) {
        ((RaftClient<?>) get(raftClient, controller)).resign(epoch);
    }

    /** Returns what stock code would write and answer; nothing is changed. */
    public CreatedTopics createTopics(
            QuorumController controller, ControllerRequestContext context, CreateTopicsRequestData request) {
        Object[] arguments = createTopics.getParameterCount() == 3
                ? new Object[] {context, request, java.util.Set.of()}
                : new Object[] {context, request, java.util.Set.of(), true};
        Object result = call(createTopics, get(replication, controller), arguments);
        @SuppressWarnings("unchecked") // declared so by ControllerResult
        List<ApiMessageAndVersion> written = (List<ApiMessageAndVersion>) call(records, result);
        return new CreatedTopics(written, (CreateTopicsResponseData) call(response, result));
    }

    public @Nullable PartitionRegistration partition(QuorumController controller, Uuid topicId, int partition) {
        return (PartitionRegistration) callNullable(getPartition, get(replication, controller), topicId, partition);
    }

    public @Nullable TopicState topic(QuorumController controller, Uuid topicId) {
        Object topic = callNullable(getTopic, get(replication, controller), topicId);
        if (topic == null) {
            return null;
        }
        return new TopicState((String) get(topicName, topic), ((Map<?, ?>) get(topicParts, topic)).size());
    }

    public @Nullable Uuid topicId(QuorumController controller, String name) {
        return (Uuid) callNullable(getTopicId, get(replication, controller), name);
    }

    /** Returns one dynamic config of a resource, or null if it is not set. */
    public @Nullable String config(QuorumController controller, ConfigResource resource, String key) {
        Map<?, ?> resources = (Map<?, ?>) get(configData, get(configuration, controller));
        Map<?, ?> configs = (Map<?, ?>) resources.get(resource);
        return configs == null ? null : (String) configs.get(key);
    }

    /** Returns the finalized metadata version; empty on a cluster that has none. */
    public Optional<MetadataVersion> metadataVersion(QuorumController controller) {
        Object version = call(metadataVersion, get(features, controller));
        // From 4.0 on an Optional; checked by the declared descriptor.
        return ((Optional<?>) version).map(MetadataVersion.class::cast);
    }

    public boolean elrEnabled(QuorumController controller) {
        return (Boolean) call(elrEnabled, get(features, controller));
    }

    @SuppressWarnings("unchecked") // declared so by ClusterControlManager
    public Map<Integer, BrokerRegistration> brokerRegistrations(QuorumController controller) {
        return (Map<Integer, BrokerRegistration>) call(brokerRegistrations, get(cluster, controller));
    }

    public ProducerIdsBlock nextProducerBlock(QuorumController controller) {
        return (ProducerIdsBlock) call(nextProducerBlock, get(producerIds, controller));
    }

    private static Method method(Class<?> owner, String name, int parameters) {
        Method found = Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.getName().equals(name) && !method.isSynthetic())
                .filter(method -> parameters < 0 || method.getParameterCount() == parameters)
                .filter(method -> parameters >= 0 || !method.getReturnType().equals(CompletableFuture.class))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no method " + owner.getName() + "." + name));
        found.setAccessible(true);
        return found;
    }

    private static Field field(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("no field " + owner.getName() + "." + name, e);
        }
    }

    private static Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object call(Method method, @Nullable Object target, Object... arguments) {
        Object result = callNullable(method, target, arguments);
        if (result == null) {
            throw new IllegalStateException(method + " returned null");
        }
        return result;
    }

    private static @Nullable Object callNullable(Method method, @Nullable Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
