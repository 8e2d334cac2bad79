// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The demo's Compose file fits together, as far as can be seen without an engine. */
final class ComposeFileTest {
    private static final Path DOCKER = Path.of("..", "docker").toAbsolutePath().normalize();
    private static final int HTTP_PORT = 9464;

    private final JsonNode compose = read(DOCKER.resolve("compose.yaml"));

    /** By way of the YAML library itself, as Jackson does not know merge keys. */
    private static JsonNode read(Path file) {
        try {
            Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
            return new ObjectMapper(new YAMLFactory()).valueToTree(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private List<Map.Entry<String, JsonNode>> services(String suffix) {
        List<Map.Entry<String, JsonNode>> found = new ArrayList<>();
        compose.path("services").properties().forEach(entry -> {
            if (entry.getKey().endsWith(suffix)) {
                found.add(entry);
            }
        });
        return found;
    }

    /** Compose itself checks the file against its schema, wherever it is installed. */
    @Test
    void composeAcceptsTheFile() throws IOException, InterruptedException {
        String file = DOCKER.resolve("compose.yaml").toString();
        for (List<String> program : List.of(List.of("docker", "compose"), List.of("docker-compose"))) {
            List<String> version = new ArrayList<>(program);
            version.add("version");
            if (starts(version)) {
                List<String> check = new ArrayList<>(program);
                check.addAll(List.of("-f", file, "config", "--quiet"));
                Tool checked = Tool.run(Map.of(), check);
                assertThat(checked.exitCode()).as(checked.output()).isZero();
                return;
            }
        }
        assumeTrue(false, "neither docker compose nor docker-compose is here: install one to run this test");
    }

    private static boolean starts(List<String> command) throws InterruptedException {
        try {
            return Tool.run(Map.of(), command).exitCode() == 0;
        } catch (IOException e) {
            // Not installed.
            return false;
        }
    }

    @Test
    void everyNodeHasADaemonThatSharesItsSocketFolder() {
        assertThat(services("-kmirrord")).hasSize(4).allSatisfy(daemon -> {
            String node = daemon.getKey().substring(0, daemon.getKey().length() - "-kmirrord".length());
            String volume = node + "-bridge:/run/kmirrord-bridge";
            assertThat(texts(daemon.getValue().path("volumes"))).contains(volume);
            assertThat(texts(compose.path("services").path(node).path("volumes")))
                    .contains(volume);
            assertThat(compose.path("volumes").has(node + "-bridge")).isTrue();
            assertThat(daemon.getValue().path("depends_on").has(node)).isTrue();
        });
    }

    @Test
    void everyFileThatIsNamedIsThere() {
        services("").forEach(service -> {
            JsonNode build = service.getValue().path("build");
            if (!build.isMissingNode()) {
                Path context = DOCKER.resolve(build.path("context").asText());
                assertThat(context.resolve(build.path("dockerfile").asText())).isRegularFile();
            }
            texts(service.getValue().path("volumes")).stream()
                    .filter(mount -> mount.startsWith("./"))
                    .forEach(mount -> assertThat(DOCKER.resolve(mount.substring(0, mount.indexOf(':'))))
                            .isRegularFile());
            service.getValue()
                    .path("depends_on")
                    .fieldNames()
                    .forEachRemaining(name ->
                            assertThat(compose.path("services").has(name)).isTrue());
        });
    }

    @Test
    void portsAreOpenOnThisHostAlone() {
        List<String> ports = new ArrayList<>();
        services("").forEach(service -> ports.addAll(texts(service.getValue().path("ports"))));
        assertThat(ports).hasSize(5).doesNotHaveDuplicates().allMatch(port -> port.startsWith("127.0.0.1:"));
    }

    @Test
    void prometheusAsksEveryDaemon() throws IOException, InterruptedException {
        List<String> targets = new ArrayList<>();
        read(DOCKER.resolve("prometheus.yml"))
                .path("scrape_configs")
                .findValues("targets")
                .forEach(list -> targets.addAll(texts(list)));
        assertThat(targets)
                .containsExactlyInAnyOrderElementsOf(services("-kmirrord").stream()
                        .map(daemon -> daemon.getKey() + ":" + HTTP_PORT)
                        .toList());
    }

    @Test
    void promtoolAcceptsTheScrapeConfig() throws IOException, InterruptedException {
        Tool.assumeThere("promtool");
        Tool.output(
                "promtool", "check", "config", DOCKER.resolve("prometheus.yml").toString());
    }
}
