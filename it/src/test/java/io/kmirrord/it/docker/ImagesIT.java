// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** The published Kafka image as source, our Kafka image as destination, the daemon's image between them. */
final class ImagesIT {
    private static final String TOPIC = "orders";
    private static final int PARTITIONS = 3;
    private static final int RECORDS = 1_000;
    private static final int HTTP_PORT = 9464;
    private static final Duration WAIT = Duration.ofMinutes(2);
    private static final DockerImageName STOCK = DockerImageName.parse("apache/kafka:4.4.0");
    private static final String SETTINGS = """
            mirror=west
            topics=orders
            source.bootstrap.servers=west:19092
            bridge.socket=/run/kmirrord-bridge/bridge.sock
            http.listen=0.0.0.0:9464
            """;

    private final List<AutoCloseable> running = new ArrayList<>();

    @BeforeEach
    void thereIsAnEngine() {
        assumeTrue(
                DockerClientFactory.instance().isDockerAvailable(),
                "no Docker engine answers here: the images are not tried");
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = running.size() - 1; i >= 0; i--) {
            running.get(i).close();
        }
    }

    private <T extends AutoCloseable> T keep(T resource) {
        running.add(resource);
        return resource;
    }

    @Test
    void theImagesMirrorATopicWithItsOffsets() throws Exception {
        Network network = keep(Network.newNetwork());
        String sockets = "kmirrord-it-" + UUID.randomUUID();
        running.add(
                () -> DockerClientFactory.lazyClient().removeVolumeCmd(sockets).exec());
        KafkaContainer source =
                keep(new KafkaContainer(STOCK).withNetwork(network).withListener("west:19092"));
        source.start();
        Set<String> written = write(source.getBootstrapServers());

        String image = Images.kafka().get();
        KafkaContainer destination =
                keep(new KafkaContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("apache/kafka"))
                        .withNetwork(network)
                        .withCreateContainerCmdModifier(command -> command.getHostConfig()
                                .withBinds(new Bind(sockets, new Volume("/run/kmirrord-bridge")))));
        destination.start();
        GenericContainer<?> daemon = keep(new GenericContainer<>(Images.kmirrord())
                .withNetwork(network)
                .withExposedPorts(HTTP_PORT)
                .withCopyToContainer(Transferable.of(SETTINGS), "/etc/kmirrord/kmirrord.properties")
                .withCreateContainerCmdModifier(command ->
                        command.getHostConfig().withBinds(new Bind(sockets, new Volume("/run/kmirrord-bridge"))))
                .waitingFor(Wait.forHttp("/readyz").forPort(HTTP_PORT).withStartupTimeout(WAIT)));
        daemon.start();

        assertThat(read(destination.getBootstrapServers(), written.size())).isEqualTo(written);
        assertThat(metrics(daemon)).contains("kmirrord_appended_bytes_total{mirror=\"west\"}");
    }

    private static Set<String> write(String bootstrap) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
        Set<String> written = new ConcurrentSkipListSet<>();
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", bootstrap, "compression.type", "zstd"),
                new StringSerializer(),
                new StringSerializer())) {
            List<Future<RecordMetadata>> answers = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                answers.add(producer.send(new ProducerRecord<>(TOPIC, i % PARTITIONS, "k" + i, "v" + i)));
            }
            for (int i = 0; i < RECORDS; i++) {
                RecordMetadata answer = answers.get(i).get();
                written.add(answer.partition() + "@" + answer.offset() + "=v" + i);
            }
        }
        return written;
    }

    private static Set<String> read(String bootstrap, int count) {
        Set<String> found = new ConcurrentSkipListSet<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                partitions.add(new TopicPartition(TOPIC, i));
            }
            consumer.assign(partitions);
            assertThat(Poll.until(WAIT, () -> {
                        consumer.poll(Duration.ofMillis(200))
                                .forEach(record ->
                                        found.add(record.partition() + "@" + record.offset() + "=" + record.value()));
                        return found.size() >= count;
                    }))
                    .as("%d of %d records arrive", found.size(), count)
                    .isTrue();
        }
        return found;
    }

    private static String metrics(GenericContainer<?> daemon) throws IOException, InterruptedException {
        URI page = URI.create("http://" + daemon.getHost() + ":" + daemon.getMappedPort(HTTP_PORT) + "/metrics");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
