// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.site;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.Console;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Mirrorctl;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.mirror.Bridges;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.mirror.Daemons;
import io.kmirrord.testkit.process.JavaCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** Both clusters, running until the {@link Cleanup} they were started with is closed. */
public final class Site {
    /** How the mirror is called. */
    public static final String MIRROR = "sandbox";

    private final KafkaCluster source;
    private final KafkaCluster destination;
    private final Bridges bridges;
    private final Path dir;
    private final Cleanup cleanup;
    private Optional<Daemons> daemons = Optional.empty();

    private Site(KafkaCluster source, KafkaCluster destination, Bridges bridges, Path dir, Cleanup cleanup) {
        this.source = source;
        this.destination = destination;
        this.bridges = bridges;
        this.dir = dir;
        this.cleanup = cleanup;
    }

    /**
     * Starts both clusters side by side and returns once they serve. No daemon runs yet.
     *
     * @param cleanup closes everything at the end
     * @param progress told what is going on
     */
    public static Site start(SiteSpec spec, Path dir, Cleanup cleanup, Consumer<String> progress) {
        var bridges = bridges(dir);
        cleanup.folder(bridges.socketDir());
        progress.accept(
                "starting the source: Kafka " + spec.sourceVersion() + ", " + count(spec.sourceBrokers(), "broker"));
        var source = CompletableFuture.supplyAsync(() -> KafkaCluster.builder()
                .name("source")
                .version(spec.sourceVersion())
                .brokers(spec.sourceBrokers())
                .baseDir(dir.resolve("source"))
                .trackedBy(cleanup::process)
                .start());
        progress.accept("starting the destination: Kafka " + spec.destinationVersion() + ", "
                + count(spec.destinationBrokers(), "broker")
                + (spec.dedicatedControllers() > 0
                        ? ", " + count(spec.dedicatedControllers(), "dedicated controller")
                        : "")
                + ", storage bridge in each node");
        var destination = CompletableFuture.supplyAsync(() -> bridges.installIn(KafkaCluster.builder()
                        .name("destination")
                        .version(spec.destinationVersion())
                        .brokers(spec.destinationBrokers())
                        .dedicatedControllers(spec.dedicatedControllers())
                        .baseDir(dir.resolve("destination"))
                        .trackedBy(cleanup::process))
                .start());
        try {
            return new Site(source.join(), destination.join(), bridges, dir, cleanup);
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static Bridges bridges(Path dir) {
        try {
            return Bridges.ofThisBuild(dir);
        } catch (IllegalStateException e) {
            throw new CliException(ExitCode.REFUSED, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Starts a daemon beside each node of the destination, defines the mirror and starts its topics with the verbs that an
     * operator uses, and returns when every partition is copied from.
     *
     * @param console told what the verbs say, all of it as progress
     * @throws CliException if a verb does not succeed
     */
    public void mirror(List<String> topics, Duration timeout, Console console) {
        var settings = Map.of("summary.interval.ms", "2000", "discovery.interval.ms", "1000");
        var started = new Daemons(destination, bridges, dir.resolve("daemons"), JavaCommand.ownClassPath(), settings);
        cleanup.process(started);
        daemons = Optional.of(started.start());
        var replicas = Math.min(3, destination.brokers().size());
        verb(
                console,
                "create",
                MIRROR,
                "--source",
                source.bootstrapServers(),
                "--set",
                "replication.factor=" + replicas);
        verb(console, "start", MIRROR, "--topics", String.join(",", topics), "--timeout", timeout.toSeconds() + "s");
    }

    private void verb(Console console, String... arguments) {
        var all = new ArrayList<>(List.of("--bootstrap-server", destination.bootstrapServers()));
        all.addAll(List.of(arguments));
        console.note("mirrorctl " + String.join(" ", arguments));
        var progress = new Console(console.err(), console.err());
        var code = Mirrorctl.run(progress, all.toArray(String[]::new));
        if (code != ExitCode.OK) {
            throw new CliException(code, "mirrorctl " + arguments[0] + " ended with " + code + ", see above");
        }
    }

    public KafkaCluster source() {
        return source;
    }

    public KafkaCluster destination() {
        return destination;
    }

    public Bridges bridges() {
        return bridges;
    }

    /** By id of the node that each stands beside; empty before {@link #mirror}. */
    public Map<Integer, DaemonProcess> daemons() {
        return daemons.map(Daemons::byNode).orElse(Map.of());
    }

    public Path dir() {
        return dir;
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
