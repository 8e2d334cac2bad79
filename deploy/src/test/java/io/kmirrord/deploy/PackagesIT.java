// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PackagesIT {
    private static final Map<String, String> JAVA = Map.of("JAVA_HOME", System.getProperty("java.home"));

    @TempDir
    Path folder;

    @Test
    void theProgramsOfTheTarRun() throws IOException, InterruptedException {
        Path root = Packages.unpackTar("kmirrord", folder);
        programsRun(root.resolve("bin"), root.resolve("etc"));
        for (String file : List.of("LICENSE", "NOTICE", "README.md", "docs/install.md", "etc/example.properties")) {
            assertThat(root.resolve(file)).isRegularFile();
        }
    }

    @Test
    void theProgramsOfTheDebRunByTheirLinks() throws IOException, InterruptedException {
        Tool.assumeThere("dpkg-deb");
        Path root = Packages.unpackDeb("kmirrord", folder);
        programsRun(root.resolve("usr/bin"), root.resolve("etc/kmirrord"));
    }

    private void programsRun(Path bin, Path etc) throws IOException, InterruptedException {
        Tool version = Tool.run(JAVA, List.of(bin.resolve("mirrorctl").toString(), "--version"));
        assertThat(version.output()).startsWith("mirrorctl 0.");
        assertThat(version.exitCode()).isZero();
        Path wrong = folder.resolve("wrong.properties");
        Files.writeString(wrong, "mirror=m\nshards=0\n");
        Tool daemon = Tool.run(
                Map.of(
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "KMIRRORD_OPTIONS",
                        etc.resolve("jvm.options").toString()),
                List.of(bin.resolve("kmirrord").toString(), wrong.toString()));
        assertThat(daemon.output()).contains("kmirrord: bridge.socket is missing", "kmirrord: shards = '0'");
        assertThat(daemon.exitCode()).isEqualTo(2);
    }

    @Test
    void theProgramsSayWhatIsMissing() throws IOException, InterruptedException {
        Path root = Packages.unpackTar("kmirrord", folder);
        for (String program : List.of("kmirrord", "mirrorctl")) {
            Tool noJava = Tool.run(
                    Map.of("JAVA_HOME", "/nowhere"),
                    List.of(root.resolve("bin").resolve(program).toString()));
            assertThat(noJava.output())
                    .isEqualTo(program + ": no Java found (/nowhere/bin/java): install a Java 17 or later, or set"
                            + " JAVA_HOME\n");
            assertThat(noJava.exitCode()).isEqualTo(1);
        }
        Tool noOptions = Tool.run(
                Map.of("JAVA_HOME", System.getProperty("java.home"), "KMIRRORD_OPTIONS", "/nowhere"),
                List.of(root.resolve("bin/kmirrord").toString()));
        assertThat(noOptions.output()).startsWith("kmirrord: /nowhere cannot be read: set KMIRRORD_OPTIONS");
        assertThat(noOptions.exitCode()).isEqualTo(1);
    }

    /** The bridge goes onto brokers, the rest does not. */
    @Test
    void theBridgeIsInAPackageOfItsOwn() throws IOException, InterruptedException {
        Path bridge = Packages.unpackTar("kmirrord-bridge", Files.createDirectory(folder.resolve("bridge")));
        Tool usage = Tool.run(
                System.getProperty("java.home") + "/bin/java",
                "-jar",
                bridge.resolve("bridge/storage-bridge.jar").toString());
        assertThat(usage.exitCode()).isEqualTo(2);
        Path rest = Packages.unpackTar("kmirrord", Files.createDirectory(folder.resolve("rest")));
        try (Stream<Path> jars = Files.list(rest.resolve("lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("kmirrord-daemon"))
                    .noneMatch(name -> name.contains("storage-bridge"))
                    .noneMatch(name -> name.startsWith("kmirrord-bridge-core"))
                    .noneMatch(name -> name.startsWith("junit"));
        }
    }
}
