// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.permissions;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The rows of the guide's table of rights at the source. */
enum Right {
    READ_TOPIC(AclOperation.READ, "its topics", "SOURCE_UNAUTHORIZED"),
    DESCRIBE_TOPIC(AclOperation.DESCRIBE, "its topics", "NO_TOPIC"),
    DESCRIBE_CONFIGS(AclOperation.DESCRIBE_CONFIGS, "its topics", "SOURCE_UNAUTHORIZED"),
    DESCRIBE_GROUP(AclOperation.DESCRIBE, "groups that are synced", "UNREADABLE"),
    DESCRIBE_CLUSTER(AclOperation.DESCRIBE, "the cluster, where ACLs are synced", "SOURCE_UNAUTHORIZED"),
    READ_STATE(AclOperation.READ, "`__mirror_state`, also if there is none", "POSITION_UNREADABLE"),
    DESCRIBE_CONFIGS_STATE(
            AclOperation.DESCRIBE_CONFIGS, "`__mirror_state`, where the source has one", "POSITION_UNREADABLE");

    /** Whom a source takes everyone for who comes by its plain listener. */
    static final String ANONYMOUS = "User:ANONYMOUS";

    static final String STATE = "__mirror_state";
    private static final Duration FETCH = Duration.ofSeconds(2);

    final AclOperation operation;
    final String resource;
    final String told;

    Right(AclOperation operation, String resource, String told) {
        this.operation = operation;
        this.resource = resource;
        this.told = told;
    }

    /** Whether it is a right on the state topic of the source. */
    boolean isOfState() {
        return this == READ_STATE || this == DESCRIBE_CONFIGS_STATE;
    }

    /** Takes it away, for one topic and the group of the same name. */
    AclBinding denied(String name) {
        return new AclBinding(
                on(name, PatternType.LITERAL),
                new AccessControlEntry(ANONYMOUS, "*", operation, AclPermissionType.DENY));
    }

    /** Gives it, for all topics and groups whose names begin so. */
    AclBinding allowed(String prefix) {
        return new AclBinding(
                on(prefix, PatternType.PREFIXED),
                new AccessControlEntry(ANONYMOUS, "*", operation, AclPermissionType.ALLOW));
    }

    private ResourcePattern on(String name, PatternType pattern) {
        return switch (this) {
            case DESCRIBE_GROUP -> new ResourcePattern(ResourceType.GROUP, name, pattern);
            case DESCRIBE_CLUSTER -> new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL);
            case READ_STATE, DESCRIBE_CONFIGS_STATE ->
                new ResourcePattern(ResourceType.TOPIC, STATE, PatternType.LITERAL);
            default -> new ResourcePattern(ResourceType.TOPIC, name, pattern);
        };
    }

    /** Asks a source for what needs the right, as a mirror does; whether it is refused. */
    boolean isRefused(String bootstrap, String name) {
        if (this == READ_TOPIC || this == READ_STATE) {
            return isFetchRefused(bootstrap, this == READ_STATE ? STATE : name);
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            question(admin, name).get();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return true;
            }
            throw new AssertionError("the question was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private KafkaFuture<?> question(Admin admin, String name) {
        return switch (this) {
            case DESCRIBE_TOPIC -> admin.describeTopics(List.of(name)).allTopicNames();
            case DESCRIBE_CONFIGS, DESCRIBE_CONFIGS_STATE ->
                admin.describeConfigs(
                                List.of(new ConfigResource(ConfigResource.Type.TOPIC, isOfState() ? STATE : name)))
                        .all();
            case DESCRIBE_GROUP -> admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata();
            case DESCRIBE_CLUSTER -> admin.describeAcls(AclBindingFilter.ANY).values();
            default -> throw new IllegalStateException(this + " is asked for by a fetch");
        };
    }

    private static boolean isFetchRefused(String bootstrap, String topic) {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            consumer.poll(FETCH);
            return false;
        } catch (AuthorizationException e) {
            return true;
        }
    }
}
