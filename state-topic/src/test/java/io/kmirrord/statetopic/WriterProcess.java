// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.SupervisedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The writer of a node's daemon in a process of its own, which can be stopped in the middle of what it does. */
final class WriterProcess implements AutoCloseable {
    private static final int IN_FLIGHT = 20;
    private static final String ACKNOWLEDGED = "acknowledged ";

    private final SupervisedProcess process;

    /** Starts one that writes operations of {@link Samples} numbered from 0 on, until it is refused. */
    WriterProcess(StateTopicConfig config, int nodeId, Path dir) {
        process = SupervisedProcess.start(
                new JavaCommand("writer", WriterProcess.class.getName(), JavaCommand.ownClassPath())
                        .heapMb(64)
                        .arguments(List.of(
                                config.bootstrapServers(),
                                config.stateTopic(),
                                config.progressTopic(),
                                Integer.toString(nodeId)))
                        .build(dir, dir.resolve("writer.log")));
    }

    public static void main(String[] args) {
        StateTopicConfig config =
                StateTopicConfig.of(args[0]).withStateTopic(args[1]).withProgressTopic(args[2]);
        try (StateTopic topic = Waiting.get(StateTopic.open(config, false));
                StateWriter writer = StateWriter.transactional(config, topic, Integer.parseInt(args[3]))) {
            Deque<CompletableFuture<Void>> pending = new ArrayDeque<>();
            for (int i = 0; ; i++) {
                pending.add(writer.write(List.of(Samples.operation("west-" + i, "op-" + i))));
                if (pending.size() >= IN_FLIGHT) {
                    pending.remove().join();
                    say(ACKNOWLEDGED + (i + 1 - IN_FLIGHT));
                }
            }
        } catch (CompletionException e) {
            say("ended: " + (e.getCause() instanceof StateTopicException known ? known.reason() : e.getCause()));
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    /** Everything that it said so far. */
    List<String> said() {
        try {
            return Files.readAllLines(process.logFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many of its writes it knows to be committed: those of the numbers below. */
    int acknowledged() {
        return (int)
                said().stream().filter(line -> line.startsWith(ACKNOWLEDGED)).count();
    }

    SupervisedProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
