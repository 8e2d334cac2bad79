// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the images are made of, as far as it can be tried without an engine. */
final class ImageFilesIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"docker/kmirrord/Dockerfile", "docker/kafka/Dockerfile"})
    void everySourceOfACopyIsOneFileOfTheContext(String dockerfile) throws IOException {
        List<String> copies = Files.readAllLines(ROOT.resolve(dockerfile)).stream()
                .filter(line -> line.startsWith("ADD ") || line.startsWith("COPY "))
                .map(line -> line.split(" ", -1)[1])
                .toList();
        assertThat(copies).isNotEmpty().allSatisfy(pattern -> {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            try (Stream<Path> files = Files.list(ROOT.resolve(pattern).getParent())) {
                assertThat(files.map(ROOT::relativize).filter(matcher::matches)).hasSize(1);
            }
        });
    }

    @Test
    void theHealthCheckOfTheImageReadsTheStatus() throws IOException, InterruptedException {
        Tool.assumeThere("bash");
        String check = ROOT.resolve("docker/kmirrord/healthcheck").toString();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4);
        String port = String.valueOf(server.getAddress().getPort());
        server.createContext("/healthz", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/readyz", exchange -> {
            byte[] body = "bridge not connected".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            assertThat(Tool.run(check, "/healthz", port)).isEqualTo(new Tool(0, ""));
            Tool failing = Tool.run(check, "/readyz", port);
            assertThat(failing.exitCode()).isEqualTo(1);
            assertThat(failing.output()).contains("503", "bridge not connected");
        } finally {
            server.stop(0);
        }
        assertThat(Tool.run(check, "/healthz", port).exitCode()).isEqualTo(1);
        assertThat(Tool.run(check).output()).contains("a page: /healthz or /readyz");
    }

    @Test
    void theDemoSaysWhenNoEngineAnswers() throws IOException, InterruptedException {
        Path fake = Files.writeString(folder.resolve("docker"), "#!/bin/sh\nexit 1\n");
        assertThat(fake.toFile().setExecutable(true)).isTrue();
        Map<String, String> path = Map.of("PATH", folder + ":" + System.getenv("PATH"));
        String demo = ROOT.resolve("docker/demo").toString();
        Tool refused = Tool.run(path, List.of(demo, "up"));
        assertThat(refused.output()).startsWith("docker/demo: no Docker engine answers");
        assertThat(refused.exitCode()).isEqualTo(5);
        assertThat(Tool.run(path, List.of(demo, "sideways"))).isEqualTo(new Tool(2, "usage: docker/demo up | down\n"));
    }

    /** The engine is asked to remove the volumes too: a second demo must not find sockets and data of the first. */
    @Test
    void theDemoGoesDownWithItsVolumes() throws IOException, InterruptedException {
        Path calls = folder.resolve("calls");
        Path fake = Files.writeString(folder.resolve("docker"), "#!/bin/sh\necho \"$PWD $*\" >> " + calls + "\n");
        assertThat(fake.toFile().setExecutable(true)).isTrue();
        Map<String, String> path = Map.of("PATH", folder + ":" + System.getenv("PATH"));
        Tool down = Tool.run(path, List.of(ROOT.resolve("docker/demo").toString(), "down"));
        assertThat(down.exitCode()).as(down.output()).isZero();
        assertThat(calls)
                .hasContent(ROOT + "/docker info\n" + ROOT + "/docker compose down --volumes --remove-orphans\n");
    }
}
