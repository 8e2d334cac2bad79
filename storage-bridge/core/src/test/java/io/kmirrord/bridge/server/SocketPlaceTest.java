// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static io.kmirrord.bridge.server.ServerFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kmirrord.bridge.wire.Response;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where the socket lies, and what may never be taken away. */
@Timeout(60)
class SocketPlaceTest {
    /** N6: re-created within 5 s. */
    private static final long RECREATE_NS = TimeUnit.SECONDS.toNanos(5);

    @Test
    void n6aVanishedSocketIsMadeAgainWithinFiveSecondsAndConnectionsStay() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            RawPeer before = fixture.raw().hello();
            Files.delete(fixture.socket);
            long goneNs = System.nanoTime();
            // The file alone is not enough: it is bound, and refuses, before it listens.
            await("a listener", () -> answers(fixture.socket));
            assertThat(System.nanoTime() - goneNs).isLessThan(RECREATE_NS);
            fixture.raw().hello();
            before.send(5, ServerFixture.await(0, 1));
            assertThat(before.answer()).isInstanceOf(Response.Awaited.class);
        }
    }

    @Test
    void n6aVanishedDirectoryIsMadeAgainWithItsModeAndGroup() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            Path run = fixture.socket.getParent();
            Files.setAttribute(run, "unix:mode", 02710);
            Files.delete(fixture.socket);
            // The file alone is not enough: it is bound, and refuses, before it listens.
            await("a listener", () -> answers(fixture.socket));
            deleteAll(Objects.requireNonNull(run));
            long goneNs = System.nanoTime();
            await("a listener", () -> answers(fixture.socket));
            assertThat(System.nanoTime() - goneNs).isLessThan(RECREATE_NS);
            assertThat((int) Files.getAttribute(run, "unix:mode") & 07777).isEqualTo(02710);
            fixture.raw().hello();
        }
    }

    @Test
    void theSocketHasMode0660() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            fixture.raw().hello();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fixture.socket)))
                    .isEqualTo("rw-rw----");
        }
    }

    @Test
    void r13aSocketThatAnswersIsNeverUnlinkedAndTakenOverOnlyOnceItIsDead() throws Exception {
        try (Place place = new Place()) {
            ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            other.bind(UnixDomainSocketAddress.of(place.socket), 1);
            Object key = Files.getAttribute(place.socket, "unix:ino");
            // Full backlog: no answer to be had, and still not dead.
            SocketChannel filler = SocketChannel.open(UnixDomainSocketAddress.of(place.socket));
            SocketChannel filler2 = SocketChannel.open(UnixDomainSocketAddress.of(place.socket));
            SocketPlace mine = new SocketPlace(place.socket);
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(mine::bind).hasMessageContaining("another process answers on " + place.socket);
            }
            assertThat(Files.getAttribute(place.socket, "unix:ino")).isEqualTo(key);
            other.close();
            filler.close();
            filler2.close();
            try (ServerSocketChannel bound = mine.bind()) {
                assertThat(mine.stillThere()).isTrue();
                assertThat(bound.isOpen()).isTrue();
            }
            mine.leave();
            assertThat(place.socket).doesNotExist();
        }
    }

    @Test
    void twoBridgesOnOnePathDoNotTakeItFromEachOther() throws Exception {
        try (Place place = new Place()) {
            SocketPlace first = new SocketPlace(place.socket);
            ServerSocketChannel bound = first.bind();
            SocketPlace second = new SocketPlace(place.socket);
            assertThatThrownBy(second::bind).hasMessageContaining("belongs to another bridge");
            bound.close();
            // Dead now, but its owner still holds the place.
            assertThatThrownBy(second::bind).hasMessageContaining("belongs to another bridge");
            first.leave();
            second.bind().close();
            second.leave();
        }
    }

    @Test
    void leavingDoesNotRemoveASocketThatIsNotOursAnyMore() throws Exception {
        try (Place place = new Place()) {
            SocketPlace mine = new SocketPlace(place.socket);
            mine.bind().close();
            Files.delete(place.socket);
            try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                other.bind(UnixDomainSocketAddress.of(place.socket));
                assertThat(mine.stillThere()).isFalse();
                mine.leave();
                assertThat(place.socket).exists();
            }
        }
    }

    @Test
    void aFileThatIsNoSocketIsLeftAlone() throws Exception {
        try (Place place = new Place()) {
            Files.writeString(place.socket, "precious");
            assertThatThrownBy(new SocketPlace(place.socket)::bind).hasMessageContaining("is not a socket");
            assertThat(place.socket).hasContent("precious");
        }
    }

    @Test
    void aDirectoryOfAStrangerIsRefused() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can give files away");
        try (Place place = new Place()) {
            Files.setAttribute(place.directory, "unix:uid", 65534);
            assertThatThrownBy(new SocketPlace(place.socket)::bind)
                    .hasMessageContaining("belongs to")
                    .hasMessageContaining("accepted: root");
        }
    }

    @Test
    void aMissingParentOfTheDirectoryIsNotMade() throws Exception {
        try (Place place = new Place()) {
            Path deep = place.directory.resolve("a").resolve("b").resolve("s.sock");
            assertThatThrownBy(new SocketPlace(deep)::bind).hasMessageContaining("systemd-tmpfiles");
            assertThat(place.directory.resolve("a")).doesNotExist();
        }
    }

    private static boolean answers(Path socket) {
        try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** A directory and the path of a socket in it. */
    private static final class Place implements AutoCloseable {
        final Path directory;
        final Path socket;

        Place() throws IOException {
            directory = Files.createTempDirectory("kmw");
            socket = directory.resolve("s.sock");
        }

        @Override
        public void close() throws IOException {
            deleteAll(directory);
        }
    }
}
