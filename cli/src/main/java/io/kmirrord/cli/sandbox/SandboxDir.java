// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Json;
import io.kmirrord.cli.site.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The {@code --dir} option and the files below it. Filled by the command line's parser. */
final class SandboxDir {
    private static final String STATE = "sandbox.json";
    /** Everything that {@code up} puts there: nothing else is ever removed. */
    private static final List<String> OWN = List.of("source", "destination", "daemons", "sockets", STATE);

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Folder of the sandbox; default ~/.local/state/kmirrord/sandbox (follows XDG_STATE_HOME).")
    private Optional<Path> dir = Optional.empty();

    SandboxDir() {}

    SandboxDir(Path dir) {
        this.dir = Optional.of(dir);
    }

    Path path() {
        return dir.orElseGet(SandboxDir::byDefault).toAbsolutePath().normalize();
    }

    private static Path byDefault() {
        var base = System.getenv("XDG_STATE_HOME");
        return (base == null || base.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".local", "state")
                        : Path.of(base))
                .resolve(Path.of("kmirrord", "sandbox"));
    }

    /** Empty if no sandbox was left here. */
    Optional<SandboxState> read() {
        var file = path().resolve(STATE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            var state = Json.MAPPER.readValue(file.toFile(), SandboxState.class);
            if (state.format() != SandboxState.FORMAT) {
                throw new CliException(
                        ExitCode.REFUSED,
                        file + " has format " + state.format() + ", this mirrorctl reads " + SandboxState.FORMAT
                                + ": use the mirrorctl that wrote it");
            }
            return Optional.of(state);
        } catch (IOException e) {
            throw new CliException(
                    ExitCode.REFUSED,
                    file + " cannot be read as the state of a sandbox (" + e.getMessage()
                            + "): end its processes by hand and remove the folder",
                    e);
        }
    }

    /** {@link #read()} where there must be one. */
    SandboxState require() {
        return read().orElseThrow(() -> new CliException(
                ExitCode.REFUSED,
                "no sandbox in " + path() + ": start one with 'mirrorctl sandbox up', or name its folder with --dir"));
    }

    /** Refuses a folder with files of somebody else in it. */
    void requireEmpty() {
        if (!Files.exists(path())) {
            return;
        }
        try (var entries = Files.list(path())) {
            if (entries.findAny().isPresent()) {
                throw new CliException(
                        ExitCode.REFUSED,
                        path() + " is not empty and holds no sandbox: name an empty folder or a new one with --dir");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + path(), e);
        }
    }

    void write(SandboxState state) {
        try {
            Files.createDirectories(path());
            var temporary = path().resolve(STATE + ".tmp");
            Files.writeString(temporary, Json.of(state));
            Files.move(temporary, path().resolve(STATE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path().resolve(STATE), e);
        }
    }

    /** Removes what {@code up} made here, and the folder if nothing else is in it. */
    void clear() {
        OWN.forEach(name -> Trees.delete(path().resolve(name)));
        try (var rest = Files.list(path())) {
            if (rest.findAny().isEmpty()) {
                Files.delete(path());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path(), e);
        }
    }
}
