// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kmirrord.bridge.wire.FrameHeader;
import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Request;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SO_PEERCRED against a process of another user. Needs root to start one. */
@Timeout(60)
class PeerCredentialsTest {
    private static final String NOBODY = "65534";

    @Test
    void aPeerOfAnotherUserIsClosedWithoutAWord() throws Exception {
        assumeTrue(isRoot(), "only root can start a process of another user");
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            openToAll(fixture);
            assertThat(connectAs(NOBODY, fixture.socket)).isEqualTo("closed");
            assertThat(fixture.server().stats().peersRefused()).isEqualTo(1);
            assertThat(fixture.server().stats().connectionsTotal()).isZero();
            fixture.client();
        }
    }

    @Test
    void aPeerAllowedByUidIsLetInAndOthersAreNot() throws Exception {
        assumeTrue(isRoot(), "only root can start a process of another user");
        try (ServerFixture fixture = new ServerFixture(Map.of("allowed.users", NOBODY))) {
            openToAll(fixture);
            assertThat(connectAs(NOBODY, fixture.socket)).isEqualTo("answered");
            RawPeer root = fixture.raw();
            assertThat(root.answer()).isNull();
            assertThat(fixture.server().stats().peersRefused()).isEqualTo(1);
        }
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    /** The file modes would keep the other user out before the check of its uid. */
    private static void openToAll(ServerFixture fixture) throws IOException {
        for (Path path : List.of(fixture.directory, fixture.socket.getParent(), fixture.socket)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
    }

    /** Runs {@link Child} in a JVM of another user and returns what it printed. */
    private static String connectAs(String uid, Path socket) throws Exception {
        Path classes = Files.createTempDirectory("kmw-classes");
        try {
            copyClasses(classes);
            Process process = new ProcessBuilder(
                            "setpriv",
                            "--reuid=" + uid,
                            "--clear-groups",
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-cp",
                            classes.toString(),
                            PeerCredentialsTest.class.getName() + "$Child",
                            socket.toString())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return output.strip();
        } finally {
            delete(classes);
        }
    }

    /** The class path of the build may lie where the other user can't read. */
    private static void copyClasses(Path target) throws Exception {
        for (Class<?> location : List.of(Child.class, Request.class)) {
            Path root = Path.of(
                    location.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isRegularFile(root)) {
                try (FileSystem jar = FileSystems.newFileSystem(root)) {
                    copyTree(jar.getPath("/"), target);
                }
            } else {
                copyTree(root, target);
            }
        }
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void copyTree(Path from, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = target.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Says HELLO and prints what came of it. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(arguments[0]));
            try {
                channel.write(
                        Frames.encode(1, 1, new Request.Hello(1, 1, "child")).head());
                int read = channel.read(ByteBuffer.allocate(FrameHeader.BYTES));
                System.out.println(read < 0 ? "closed" : "answered");
            } catch (IOException e) {
                System.out.println("closed");
            }
        }
    }
}
