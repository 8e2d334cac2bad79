// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JavaCommandTest {
    @TempDir
    Path dir;

    private JavaCommand command() {
        return new JavaCommand("x", "a.Main", List.of(Path.of("/lib/a.jar"), Path.of("/lib/b.jar")))
                .javaHome(Path.of("/jdk"));
    }

    @Test
    void optionsStandBeforeTheMainClassAndArgumentsBehind() {
        var spec = command()
                .heapMb(64)
                .jvmOption("-Da=b")
                .arguments(List.of("one", "two"))
                .build(dir, dir.resolve("l"));
        assertThat(spec.command())
                .containsExactly(
                        "/jdk/bin/java", "-Xmx64m", "-Da=b", "-cp", "/lib/a.jar:/lib/b.jar", "a.Main", "one", "two");
    }

    @Test
    void theAgentIsNotOnTheCommandLine() throws Exception {
        var jar = Files.createFile(dir.resolve("agent.jar"));
        var spec = command().agent(jar, "k=v").build(dir, dir.resolve("l"));
        assertThat(spec.environment()).isEqualTo(Map.of("JDK_JAVA_OPTIONS", "-javaagent:" + jar + "=k=v"));
        assertThat(spec.command()).noneMatch(part -> part.contains("javaagent"));
    }

    @Test
    void anOptionWithASpaceIsQuotedForTheLauncher() throws Exception {
        var jar = Files.createFile(Files.createDirectory(dir.resolve("a b")).resolve("agent.jar"));
        var spec = command().agent(jar, "").build(dir, dir.resolve("l"));
        assertThat(spec.environment().get("JDK_JAVA_OPTIONS")).isEqualTo("\"-javaagent:" + jar + "\"");
        assertThatThrownBy(() -> command().toolOption("-Da=b \"c\"").build(dir, dir.resolve("l")))
                .hasMessageContaining("cannot carry");
    }

    @Test
    void theVariableOfThisJvmIsNotInherited() {
        assertThat(command().build(dir, dir.resolve("l")).environment()).containsEntry("JDK_JAVA_OPTIONS", "");
    }

    @Test
    void aMissingAgentIsNamed() {
        assertThatThrownBy(() -> command().agent(dir.resolve("none.jar"), ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(dir.resolve("none.jar").toString())
                .hasMessageContaining("build it first");
    }
}
