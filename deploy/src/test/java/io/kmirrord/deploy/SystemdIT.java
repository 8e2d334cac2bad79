// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** systemd itself judges what we give it. */
final class SystemdIT {
    private static final Path UNITS = Path.of("systemd").toAbsolutePath();
    /** In tenths, 0 to 100: what systemd calls OK. */
    private static final int MAX_EXPOSURE = 20;

    @TempDir
    Path folder;

    /** The template as an instance, with the program of the package, which systemd looks for. */
    private Path instance() throws IOException, InterruptedException {
        Path root = Packages.unpackDeb("kmirrord", Files.createDirectory(folder.resolve("root")));
        Path unit = folder.resolve("kmirrord@west.service");
        String text = Files.readString(root.resolve("usr/lib/systemd/system/kmirrord@.service"));
        assertThat(text).contains("ExecStart=/usr/bin/kmirrord /etc/kmirrord/%i.properties");
        return Files.writeString(unit, text.replace("ExecStart=/usr", "ExecStart=" + root.resolve("usr")));
    }

    @Test
    void theUnitIsAccepted() throws IOException, InterruptedException {
        Tool.assumeThere("systemd-analyze");
        Tool.assumeThere("dpkg-deb");
        String complaints =
                Tool.output("systemd-analyze", "verify", "--man=no", instance().toString());
        assertThat(complaints).isEmpty();
    }

    @Test
    void theUnitGivesAwayLittle() throws IOException, InterruptedException {
        Tool.assumeThere("systemd-analyze");
        Tool.assumeThere("dpkg-deb");
        Tool judged = Tool.run(
                "systemd-analyze",
                "security",
                "--offline=true",
                "--no-pager",
                "--threshold=" + MAX_EXPOSURE,
                instance().toString());
        assertThat(judged.exitCode()).as(judged.output()).isZero();
    }

    @Test
    void theDropInOfTheBrokerIsAccepted() throws IOException, InterruptedException {
        Tool.assumeThere("systemd-analyze");
        Path unit = Files.writeString(folder.resolve("kafka.service"), "[Service]\nExecStart=/bin/true\n");
        Path dropIns = Files.createDirectory(folder.resolve("kafka.service.d"));
        Path dropIn = UNITS.resolve("kafka.service.d/kmirrord-bridge.conf");
        Files.copy(dropIn, dropIns.resolve(dropIn.getFileName()));
        assertThat(Tool.output("systemd-analyze", "verify", "--man=no", unit.toString()))
                .isEmpty();
        assertThat(Files.readString(dropIn))
                .contains("/usr/share/kmirrord/bridge/storage-bridge.jar=/etc/kmirrord/bridge.properties");
    }

    /** N6: the broker's user makes the socket, the daemon's group gets at it, and nobody else does. */
    @Test
    void theSocketFolderIsSetgidOfTheDaemonsGroup() throws IOException, InterruptedException {
        Tool.assumeThere("systemd-sysusers");
        Tool.assumeThere("systemd-tmpfiles");
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may give folders to other users");
        Path etc = folder.resolve("etc");
        Files.createDirectories(etc.resolve("kmirrord"));
        Path kafka = Files.writeString(folder.resolve("kafka.conf"), "u kafka - \"broker\"\n");
        Tool.output(
                "systemd-sysusers",
                "--root=" + folder,
                kafka.toString(),
                UNITS.resolve("kmirrord.sysusers.conf").toString(),
                UNITS.resolve("kmirrord-bridge.sysusers.conf").toString());
        Tool.output(
                "systemd-tmpfiles",
                "--root=" + folder,
                "--create",
                UNITS.resolve("kmirrord.tmpfiles.conf").toString(),
                UNITS.resolve("kmirrord-bridge.tmpfiles.conf").toString());
        Path socketDir = folder.resolve("run/kmirrord-bridge");
        assertThat(Files.getAttribute(socketDir, "unix:mode")).isEqualTo(040000 | 02750);
        assertThat(Files.getAttribute(socketDir, "unix:uid")).isEqualTo(id(etc.resolve("passwd"), "kafka"));
        assertThat(Files.getAttribute(socketDir, "unix:gid")).isEqualTo(id(etc.resolve("group"), "kmirrord"));
        Path secrets = etc.resolve("kmirrord/secrets");
        assertThat(Files.getPosixFilePermissions(secrets)).isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
        assertThat(Files.getAttribute(secrets, "unix:uid")).isEqualTo(0);
    }

    private static int id(Path database, String name) throws IOException {
        return Files.readAllLines(database).stream()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields[0].equals(name))
                .map(fields -> Integer.parseInt(fields[2]))
                .findFirst()
                .orElseThrow();
    }
}
