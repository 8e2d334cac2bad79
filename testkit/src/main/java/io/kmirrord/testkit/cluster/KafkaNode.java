// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import io.kmirrord.testkit.process.LogTail;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.process.SupervisedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One process of a cluster: it can die and be started again with the same data, ports and log file. Thread-safe. */
public final class KafkaNode {
    private static final Duration STOP_GRACE = Duration.ofMinutes(1);
    private static final int TAIL_LINES = 40;

    private final NodePlan plan;
    private final NodeOptions options;
    private final Supplier<ClusterPlan> cluster;
    private final Duration startTimeout;
    private @Nullable SupervisedProcess process;

    KafkaNode(NodePlan plan, NodeOptions options, Supplier<ClusterPlan> cluster, Duration startTimeout) {
        this.plan = plan;
        this.options = options;
        this.cluster = cluster;
        this.startTimeout = startTimeout;
    }

    public int id() {
        return plan.id();
    }

    public NodeRole role() {
        return plan.role();
    }

    public NodePlan plan() {
        return plan;
    }

    /** Host and port of the client listener (of a dedicated controller: of its own listener). */
    public String address() {
        return plan.address();
    }

    public Path logFile() {
        return plan.logFile();
    }

    public List<Path> logDirs() {
        return plan.logDirs();
    }

    /** The last lines of the log file. */
    public String logTail(int lines) {
        return LogTail.of(plan.logFile(), lines);
    }

    /** The running process, or the last one. */
    public synchronized SupervisedProcess process() {
        if (process == null) {
            throw new IllegalStateException("node " + plan.id() + " was never started");
        }
        return process;
    }

    public long pid() {
        return process().pid();
    }

    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Changes what the next start uses: properties, agent, version. */
    public synchronized KafkaNode reconfigure(Consumer<NodeOptions> change) {
        change.accept(options);
        return this;
    }

    /** SIGKILL. */
    public void kill() {
        process().kill();
    }

    /** SIGSTOP. */
    public void pause() {
        process().pause();
    }

    /** SIGCONT. */
    public void resume() {
        process().resume();
    }

    /** SIGTERM and, if that takes more than a minute, SIGKILL. Returns whether SIGTERM was enough. */
    public boolean stop() {
        return process().stop(STOP_GRACE);
    }

    /** Starts the process without waiting for it to serve. Does nothing if it runs. */
    public synchronized void launch() {
        if (isAlive()) {
            return;
        }
        var plans = cluster.get();
        if (plan.role() != NodeRole.ZOOKEEPER && !options.version().needsZooKeeper()) {
            StorageFormat.format(plans, plan);
        }
        process = SupervisedProcess.start(NodeCommand.prepare(plans, plan, options));
    }

    /** Starts the process and waits until it serves: a broker until it sees itself unfenced. */
    public KafkaNode start() {
        var deadline = System.nanoTime() + startTimeout.toNanos();
        while (true) {
            launch();
            try {
                awaitReady(startTimeout);
                return this;
            } catch (ClusterStartException e) {
                if (isAlive() || !predecessorIsRegistered() || System.nanoTime() >= deadline) {
                    throw e;
                }
            }
        }
    }

    /** On ZooKeeper the registration of a killed broker stays until its session expires, and its successor gives up on it. */
    private boolean predecessorIsRegistered() {
        return options.version().needsZooKeeper() && logTail(TAIL_LINES * 3).contains("NodeExists");
    }

    /** Stops (SIGTERM) if it runs, and starts. */
    public KafkaNode restart() {
        if (isAlive()) {
            stop();
        }
        return start();
    }

    /**
     * Waits until this node serves.
     *
     * @throws ClusterStartException if the process ends, or does not serve before the deadline
     */
    public void awaitReady(Duration timeout) {
        var ready = Poll.until(timeout, () -> {
            requireAlive();
            return plan.role().isBroker()
                    ? Readiness.sees(plan.address(), Set.of(plan.id()))
                    : Readiness.listens(plan.address());
        });
        if (!ready) {
            throw new ClusterStartException("node " + plan.id() + " (" + plan.role() + ") does not serve after "
                    + timeout.toSeconds() + " s; end of " + logFile() + ":\n" + logTail(TAIL_LINES));
        }
    }

    void requireAlive() {
        if (!isAlive()) {
            throw new ClusterStartException("node " + plan.id() + " (" + plan.role() + ") ended with exit code "
                    + process().exitCode().orElse(-1) + "; end of " + logFile() + ":\n" + logTail(TAIL_LINES));
        }
    }

    @Override
    public String toString() {
        return "node " + plan.id() + " (" + plan.role() + ", " + plan.address() + ")";
    }
}
