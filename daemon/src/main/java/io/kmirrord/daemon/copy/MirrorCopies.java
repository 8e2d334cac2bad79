// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.daemon.fetch.BrokerFetcher;
import io.kmirrord.daemon.fetch.FetchListener;
import io.kmirrord.daemon.fetch.FetchTarget;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.Tail;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;

/** The copies of one mirror on one shard, and the fetchers that they share. Confined to the shard's queue. */
public final class MirrorCopies implements AutoCloseable {
    private final EventQueue queue;
    private final CopySettings settings;
    private final CopyMachine machine;
    private final CopyBridge bridge;
    private final SourceAsker asker;
    private final HighWatermarks highWatermarks;
    private final Set<CopyRunner> runners = new LinkedHashSet<>();
    private final Map<Integer, BrokerFetcher> fetchers = new HashMap<>();
    private final Map<CopyRunner, Fetching> fetching = new HashMap<>();
    /** Copies that began beside an obstacle which the source has not confirmed since. */
    private final Set<CopyRunner> doubting = new HashSet<>();

    private final Proofs proofs = new Proofs(new Proving());
    private SourceView view = SourceView.NONE;
    private Map<String, Failure> barred = Map.of();
    private boolean closed;

    public MirrorCopies(EventQueue queue, CopySettings settings) {
        this.queue = queue;
        this.settings = settings;
        machine = new CopyMachine(settings.limits());
        bridge = new CopyBridge(settings.bridge());
        asker = new SourceAsker(settings.source());
        highWatermarks = new HighWatermarks(queue, settings.bridge());
    }

    /** Takes over a newer view of the source. */
    public void view(SourceView now) {
        view = now;
        List.copyOf(runners).forEach(this::surround);
    }

    /** Takes over which topics may not be copied into, whatever the source says of them, and why. */
    public void barred(Map<String, Failure> topics) {
        if (topics.equals(barred)) {
            return;
        }
        barred = topics;
        List.copyOf(runners).forEach(this::surround);
    }

    /** Starts a copy; what it finds goes to the listener, on the queue. */
    public CopyRunner start(CopyRunner.Target target, Consumer<CopyReport> listener) {
        CopyRunner runner = new CopyRunner(target, machine, settings.random(), this, listener);
        runners.add(runner);
        if (surroundings(runner).obstacle() == null) {
            // Not within the call: what it reports at once must find the caller ready.
            queue.post(() -> surround(runner));
        } else {
            // The view is from before, and who begins may have mended what it tells of: the source is asked anew, and
            // believed as soon as it has answered, however long that takes.
            doubting.add(runner);
            queue.then(settings.answer().get(), (answered, problem) -> {
                if (doubting.remove(runner)) {
                    surround(runner);
                }
            });
        }
        return runner;
    }

    /** Stops a copy: completes when no append of it is under way. */
    public CompletableFuture<Void> stop(CopyRunner runner) {
        runners.remove(runner);
        doubting.remove(runner);
        stopFetch(runner);
        return runner.stop();
    }

    private void surround(CopyRunner runner) {
        runner.sourceId(Obstacles.sourceId(runner.target().topic(), view));
        runner.handle(new CopyEvent.Surrounded(surroundings(runner)));
    }

    private Surroundings surroundings(CopyRunner runner) {
        CopyRunner.Target target = runner.target();
        Surroundings around = Obstacles.around(target.partition(), target.topic(), target.sourceClusterId(), view);
        Failure bar = barred.get(target.topic());
        if (bar != null) {
            return new Surroundings(around.source(), bar);
        }
        return around.obstacle() != null && doubting.contains(runner) ? new Surroundings(null, null) : around;
    }

    /** Asks for high watermarks that no append will tell; to be called again and again. */
    public void pollHighWatermarks() {
        highWatermarks.poll(runners);
    }

    /** Appends what was fetched; where the source has no topic ids, once it is proved to follow what is here. */
    void append(CopyRunner runner, CopyEffect.Append append, FetchedPartition data, int batches) {
        LastBatch last = runner.last();
        Proofs.Data fetched = new Proofs.Data(append, data, batches);
        BatchHeader ours = last == null || hasIds(runner) ? null : last.ours();
        if (last == null || ours == null || !Proofs.possible(ours, data)) {
            send(runner, fetched);
        } else {
            proofs.prove(runner, new TopicIdPartition(runner.sourceId(), name(runner)), last, ours, fetched);
        }
    }

    private static boolean hasIds(CopyRunner runner) {
        return !runner.sourceId().equals(Uuid.ZERO_UUID);
    }

    private void send(CopyRunner runner, Proofs.Data fetched) {
        FetchedPartition data = fetched.fetched();
        int bytes = data.records().readableBytes();
        if (!hasIds(runner)) {
            List<BatchHeader> headers = RecordBatches.headers(data.records());
            LastBatch before = runner.last();
            runner.last(
                    new LastBatch(Tail.EQUAL, headers.get(headers.size() - 1), before != null && before.compacted()));
        }
        long begun = System.nanoTime();
        bridge.append(
                runner.target(),
                fetched.append(),
                data.records().nioBuffer(),
                data::close,
                outcome -> queue.post(() -> {
                    if (!closed && outcome instanceof CopyEvent.Appended) {
                        settings.meter()
                                .appended(
                                        runner.target().ref().mirror(),
                                        bytes,
                                        fetched.batches(),
                                        System.nanoTime() - begun);
                    }
                    runner.appended(outcome, bytes);
                }));
    }

    void carryOut(CopyRunner runner, CopyEffect effect) {
        Consumer<CopyEvent> sink = event -> queue.post(() -> runner.handle(event));
        if (effect instanceof CopyEffect.Fetch fetch) {
            if (!proofs.delays(runner, fetch)) {
                fetch(runner, fetch);
            }
        } else if (effect instanceof CopyEffect.StopFetch) {
            stopFetch(runner);
        } else if (effect instanceof CopyEffect.Begin begin) {
            runner.last(null);
            bridge.begin(runner.target(), begin, sink);
        } else if (effect instanceof CopyEffect.SetLogStart set) {
            bridge.setLogStart(runner.target(), set, sink);
        } else if (effect instanceof CopyEffect.CheckTail check) {
            asker.checkTail(name(runner), check, event -> compareTail(runner, event, sink));
        } else if (effect instanceof CopyEffect.ListOffsets list) {
            asker.listOffsets(name(runner), list, sink);
        } else if (effect instanceof CopyEffect.RefreshSource) {
            settings.refresh().run();
        } else if (effect instanceof CopyEffect.Schedule timer) {
            queue.schedule(
                    () -> runner.handle(new CopyEvent.TimerFired(timer.attempt())), Duration.ofMillis(timer.delayMs()));
        } else {
            throw new IllegalStateException("effect without the records it speaks of: " + effect);
        }
    }

    private void compareTail(CopyRunner runner, CopyEvent event, Consumer<CopyEvent> sink) {
        if (!(event instanceof CopyEvent.TailChecked checked) || hasIds(runner)) {
            sink.accept(event);
            return;
        }
        long attempt = checked.attempt();
        CompletableFuture<?> unused = settings.tails().apply(runner.target()).whenComplete((last, problem) -> {
            if (last != null) {
                queue.post(() -> runner.last(last));
                sink.accept(new CopyEvent.TailChecked(attempt, checked.epoch(), checked.endOffset(), last.tail()));
            } else {
                String why = problem == null ? "no answer" : Problems.text(problem);
                Errors error = problem != null && Problems.unwrap(problem) instanceof WireException wire
                        ? wire.error()
                        : Errors.NONE;
                sink.accept(new CopyEvent.SourceFailed(attempt, error, "last batch: " + why));
            }
        });
    }

    private void fetch(CopyRunner runner, CopyEffect.Fetch fetch) {
        TopicIdPartition partition = new TopicIdPartition(runner.sourceId(), name(runner));
        FetchPosition position = new FetchPosition(
                partition, fetch.offset(), fetch.from().epoch(), fetch.lastEpoch(), settings.partitionMaxBytes());
        fetch(runner, fetch.from(), position, new Listener(runner, fetch.attempt(), settings.meter()));
    }

    private void fetch(CopyRunner runner, SourceLeader from, FetchPosition position, FetchListener listener) {
        endFetch(runner);
        BrokerFetcher fetcher = fetchers.computeIfAbsent(
                from.brokerId(),
                id -> new BrokerFetcher(queue, settings.source(), id, settings.fetchOptions(), settings.refresh()));
        fetching.put(runner, new Fetching(fetcher, position.partition()));
        fetcher.fetch(new FetchTarget(position, listener));
    }

    private void stopFetch(CopyRunner runner) {
        proofs.drop(runner);
        endFetch(runner);
    }

    private void endFetch(CopyRunner runner) {
        Fetching before = fetching.remove(runner);
        if (before != null) {
            before.fetcher().stop(before.partition());
        }
    }

    private static TopicPartition name(CopyRunner runner) {
        return new TopicPartition(
                runner.target().topic(), runner.target().partition().partition());
    }

    /** Ends fetches; what is being appended completes or fails with the bridge client, and is not counted any more. */
    @Override
    public void close() {
        closed = true;
        fetchers.values().forEach(BrokerFetcher::close);
        fetchers.clear();
        fetching.clear();
        proofs.close();
        for (CopyRunner runner : runners) {
            // Nobody waits: the daemon, or the mirror, ends.
            CompletableFuture<Void> unused = runner.stop();
        }
        runners.clear();
        doubting.clear();
    }

    private final class Proving implements Proofs.Actions {
        @Override
        public void fetch(CopyRunner runner, FetchPosition position, FetchListener listener) {
            MirrorCopies.this.fetch(runner, runner.source(), position, listener);
        }

        @Override
        public void append(CopyRunner runner, Proofs.Data data) {
            send(runner, data);
        }

        @Override
        public void fetchOn(CopyRunner runner, CopyEffect.Fetch fetch) {
            MirrorCopies.this.fetch(runner, fetch);
        }

        @Override
        public void later(Runnable task) {
            queue.post(task);
        }
    }

    /** Under which id a partition is fetched, and where. */
    private record Fetching(BrokerFetcher fetcher, TopicIdPartition partition) {}

    private record Listener(CopyRunner runner, long attempt, CopyMeter meter) implements FetchListener {
        @Override
        public void fetched(FetchedPartition answer) {
            int bytes = answer.records().readableBytes();
            if (bytes > 0) {
                meter.fetched(runner.target().ref().mirror(), bytes);
            }
            runner.handle(FetchedEvents.of(attempt, answer), answer);
        }

        @Override
        public void failed(WireException problem) {
            runner.handle(new CopyEvent.SourceFailed(attempt, problem.error(), String.valueOf(problem.getMessage())));
        }
    }
}
