// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.daemon.config.DaemonConfig;
import io.kmirrord.daemon.engine.EffectObserver;
import io.kmirrord.statemachine.settings.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.logging.log4j.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code io.kmirrord.daemon.Main FILE}: runs until SIGTERM, and ends within 10 s of it. Exit code 2, with every problem
 * on stderr, when the file cannot be used; 1 when it must not go on, as when a second daemon runs for the same node.
 */
public final class Main {
    static final int USAGE = 2;
    private static final int FATAL = 1;
    private static final long CLOSE_MS = 8_000;

    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        run(args, EffectObserver.NONE);
    }

    /**
     * Runs a daemon as {@link #main} does, for a program that looks at its effects.
     *
     * @param observer told of the effects of all partitions
     */
    public static void run(String[] args, EffectObserver observer) throws InterruptedException {
        DaemonConfig config;
        Assembly assembly;
        Logger log;
        try {
            config = config(args);
            log = LoggerFactory.getLogger(Main.class);
            log.info(
                    "kmirrord starts: bridge {}, destination {}",
                    config.append().bridgeSocket(),
                    config.destination().client().get("bootstrap.servers"));
            assembly = Assembly.start(config, observer, reason -> die(reason));
        } catch (SettingsException e) {
            report(e.problems(), System.err);
            System.exit(USAGE);
            return;
        } catch (IOException e) {
            report(List.of(String.valueOf(e.getMessage())), System.err);
            System.exit(USAGE);
            return;
        }
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(log, assembly), "kmirrord-stop"));
        ended.await();
    }

    /** Ends the process; never waits for the shutdown, which waits for the caller's thread. */
    private static void die(String reason) {
        LoggerFactory.getLogger(Main.class).error("ends: {}", reason);
        Thread ending = new Thread(() -> System.exit(FATAL), "kmirrord-exit");
        ending.setDaemon(true);
        ending.start();
    }

    static DaemonConfig config(String[] args) throws SettingsException {
        if (args.length != 1) {
            throw new SettingsException(
                    List.of(args.length + " arguments; accepted: exactly one, the path of a properties file"));
        }
        return DaemonConfig.read(Path.of(args[0]), System.getenv());
    }

    private static void report(List<String> problems, PrintStream out) {
        problems.forEach(problem -> out.println("kmirrord: " + problem));
    }

    /** Whatever hangs in there must not keep the process: the JVM ends when this returns. */
    private static void stop(Logger log, Assembly assembly) {
        log.info("stopping");
        Thread closer = new Thread(assembly::close, "kmirrord-close");
        closer.setDaemon(true);
        closer.start();
        try {
            closer.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        log.info(closer.isAlive() ? "stopped, some connections were left to the system" : "stopped");
        LogManager.shutdown();
    }
}
