// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.diff;

import static io.kmirrord.it.fixture.AdminAnswers.answer;

import io.kmirrord.testkit.cluster.KafkaCluster;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.jspecify.annotations.Nullable;

/** Quotas and users of a cluster, as operators change them. Thread-safe. */
final class Accounts implements AutoCloseable {
    static final String PASSWORD = "correct-horse-battery";
    static final String SALT = "pinch-of-sea-salt";
    static final int ITERATIONS = 7_919;

    private final Admin admin;

    Accounts(KafkaCluster cluster) {
        admin = cluster.admin();
    }

    /** Sets what a user may produce; null removes it. */
    void producerRate(String user, @Nullable Double bytes) {
        answer(admin.alterClientQuotas(List.of(new ClientQuotaAlteration(
                        new ClientQuotaEntity(Map.of(ClientQuotaEntity.USER, user)),
                        List.of(new ClientQuotaAlteration.Op("producer_byte_rate", bytes)))))
                .all());
    }

    void addUser(String name) {
        answer(admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                        name,
                        new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, ITERATIONS),
                        PASSWORD.getBytes(StandardCharsets.UTF_8),
                        SALT.getBytes(StandardCharsets.UTF_8))))
                .all());
    }

    void removeUser(String name) {
        answer(admin.alterUserScramCredentials(
                        List.of(new UserScramCredentialDeletion(name, ScramMechanism.SCRAM_SHA_256)))
                .all());
    }

    void deleteTopic(String topic) {
        answer(admin.deleteTopics(List.of(topic)).all());
    }

    @Override
    public void close() {
        admin.close();
    }
}
