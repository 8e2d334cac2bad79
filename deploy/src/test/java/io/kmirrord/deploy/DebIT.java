// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DebIT {
    private static final Map<String, List<String>> CONTENTS = new HashMap<>();

    @TempDir
    Path folder;

    @BeforeAll
    static void read() throws IOException, InterruptedException {
        Tool.assumeThere("dpkg-deb");
        for (String name : Packages.NAMES) {
            CONTENTS.put(name, list(name));
        }
    }

    private static List<String> contents(String name) {
        return CONTENTS.getOrDefault(name, List.of());
    }

    private static String info(String name) throws IOException, InterruptedException {
        return Tool.output("dpkg-deb", "--info", Packages.deb(name).toString());
    }

    /** Mode, owner and path of each entry, without size and date. */
    private static List<String> list(String name) throws IOException, InterruptedException {
        return Tool.output("dpkg-deb", "--contents", Packages.deb(name).toString())
                .lines()
                .map(line -> line.split("\\s+", 6))
                .map(fields -> fields[0] + " " + fields[1] + " " + fields[5])
                .toList();
    }

    @Test
    void theControlFilesSayWhatTheyAre() throws IOException, InterruptedException {
        assertThat(info("kmirrord"))
                .contains("Package: kmirrord\n", "Architecture: all\n", "java17-runtime-headless")
                .containsPattern("Version: 0\\.1\\.0");
        assertThat(info("kmirrord-bridge"))
                .contains("Package: kmirrord-bridge\n")
                .doesNotContain("java17");
        for (String name : Packages.NAMES) {
            assertThat(contents(name)).isNotEmpty().allMatch(line -> line.split(" ", 3)[1].equals("root/root"));
        }
    }

    @Test
    void filesLieWhereSystemdAndOperatorsLookForThem() {
        assertThat(contents("kmirrord"))
                .contains(
                        "-rwxr-xr-x root/root ./usr/share/kmirrord/bin/kmirrord",
                        "lrwxrwxrwx root/root ./usr/bin/kmirrord -> ../share/kmirrord/bin/kmirrord",
                        "lrwxrwxrwx root/root ./usr/bin/mirrorctl -> ../share/kmirrord/bin/mirrorctl",
                        "-rw-r--r-- root/root ./usr/lib/systemd/system/kmirrord@.service",
                        "-rw-r--r-- root/root ./usr/lib/sysusers.d/kmirrord.conf",
                        "-rw-r--r-- root/root ./etc/kmirrord/example.properties",
                        "-rw-r--r-- root/root ./usr/share/doc/kmirrord/install.md");
        assertThat(contents("kmirrord-bridge"))
                .anyMatch(
                        line -> line.matches(
                                "lrwxrwxrwx root/root ./usr/share/kmirrord/bridge/storage-bridge\\.jar -> storage-bridge-0.*\\.jar"))
                .contains(
                        "-rw-r--r-- root/root ./usr/lib/tmpfiles.d/kmirrord-bridge.conf",
                        "-rw-r--r-- root/root ./etc/kmirrord/bridge.properties")
                .noneMatch(line -> line.contains("/usr/lib/systemd/system/"));
    }

    /** Both can be installed on one host, together or not. */
    @Test
    void noFileIsInBoth() {
        List<String> shared = contents("kmirrord").stream()
                .filter(contents("kmirrord-bridge")::contains)
                .filter(line -> !line.startsWith("d"))
                .toList();
        assertThat(shared).isEmpty();
    }

    @Test
    void whatAnOperatorEditsSurvivesAnUpgrade() throws IOException, InterruptedException {
        Tool.output("dpkg-deb", "-e", Packages.deb("kmirrord").toString(), folder.toString());
        assertThat(folder.resolve("conffiles"))
                .hasContent("/etc/kmirrord/jvm.options\n/etc/kmirrord/example.properties\n");
    }

    /** It looks into every jar, which takes a minute. */
    @Tag("long")
    @Test
    void lintianFindsNoErrors() throws IOException, InterruptedException {
        Tool.assumeThere("lintian");
        for (String name : Packages.NAMES) {
            // There is no Debian changelog and no public address of the maintainers yet.
            Tool lintian = Tool.run(
                    "lintian",
                    "--allow-root",
                    "--suppress-tags",
                    "no-changelog,bogus-mail-host",
                    Packages.deb(name).toString());
            assertThat(Arrays.stream(lintian.output().split("\n", -1))
                            .filter(line -> line.startsWith("E:"))
                            .collect(Collectors.toList()))
                    .isEmpty();
        }
    }

    /** R13: without the jar a node that is told to load it does not start. */
    @Test
    void theBridgeIsNotRemovedWhileAProcessHoldsIt() throws IOException, InterruptedException {
        Path root = Packages.unpackDeb("kmirrord-bridge", Files.createDirectory(folder.resolve("root")));
        Path control = folder.resolve("control");
        Tool.output("dpkg-deb", "-e", Packages.deb("kmirrord-bridge").toString(), control.toString());
        List<String> remove = List.of(control.resolve("prerm").toString(), "remove");
        Map<String, String> here = Map.of("DPKG_ROOT", root.toString());
        Path jar = root.resolve("usr/share/kmirrord/bridge/storage-bridge.jar").toRealPath();
        Process holder =
                new ProcessBuilder("sleep", "600").redirectInput(jar.toFile()).start();
        try {
            Tool refused = Tool.run(here, remove);
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.output())
                    .startsWith("kmirrord-bridge: process " + holder.pid() + " uses the bridge.")
                    .contains("KMIRRORD_BRIDGE_FORCE=1");
            Tool forced = Tool.run(Map.of("DPKG_ROOT", root.toString(), "KMIRRORD_BRIDGE_FORCE", "1"), remove);
            assertThat(forced.exitCode()).isZero();
        } finally {
            holder.destroyForcibly().waitFor();
        }
        assertThat(Tool.run(here, remove)).isEqualTo(new Tool(0, ""));
    }
}
