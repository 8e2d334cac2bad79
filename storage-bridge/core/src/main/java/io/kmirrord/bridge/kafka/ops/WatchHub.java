// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams what this node leads and follows. The thread that publishes metadata only leaves the newest image here; a
 * thread of the bridge compares and calls the sinks. Images that come faster than it works are skipped. Thread-safe.
 */
final class WatchHub {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge");
    /** The claim of a controller changes without an image. */
    private static final long CLAIM_POLL_MS = 200;

    private final BrokerNode node;
    private final Replicas replicas;
    private final Object lock = new Object();
    private final List<Stream> streams = new ArrayList<>();
    private final List<Stream> fresh = new ArrayList<>();
    private @Nullable MetadataImage newest;
    private @Nullable Thread thread;

    /** Known by identity: two streams may share a sink. */
    private static final class Stream {
        private final Consumer<Response.WatchUpdate> sink;

        Stream(Consumer<Response.WatchUpdate> sink) {
            this.sink = sink;
        }
    }

    WatchHub(BrokerNode node, Replicas replicas) {
        this.node = node;
        this.replicas = replicas;
        node.addImageListener(this::onImage);
    }

    private void onImage(MetadataDelta delta, MetadataImage image) {
        synchronized (lock) {
            newest = image;
            lock.notifyAll();
        }
    }

    /** Starts a stream; it ends when the handle is closed. */
    AutoCloseable watch(Consumer<Response.WatchUpdate> sink) {
        Stream stream = new Stream(sink);
        synchronized (lock) {
            fresh.add(stream);
            if (thread == null) {
                thread = new Thread(this::run, "kmirrord-bridge-watch");
                thread.setDaemon(true);
                thread.start();
            }
            lock.notifyAll();
        }
        return () -> {
            synchronized (lock) {
                fresh.remove(stream);
                streams.remove(stream);
            }
        };
    }

    private void run() {
        LocalReplicas known = new LocalReplicas(node.nodeId());
        int claim = -1;
        while (true) {
            MetadataImage image;
            List<Stream> starting;
            synchronized (lock) {
                try {
                    if (fresh.isEmpty() || newest == null) {
                        lock.wait(CLAIM_POLL_MS);
                    }
                } catch (InterruptedException e) {
                    thread = null;
                    return;
                }
                image = newest;
                starting = List.copyOf(fresh);
            }
            if (image == null) {
                continue;
            }
            try {
                LocalReplicas.Change change = known.apply(image);
                change.removed().forEach(replicas::forget);
                int nowClaim = claim();
                if (!change.isEmpty() || nowClaim != claim) {
                    claim = nowClaim;
                    tell(new Response.WatchUpdate(false, image.offset(), claim, change.changed(), change.removed()));
                }
                start(starting, new Response.WatchUpdate(true, image.offset(), claim, known.all(), List.of()));
            } catch (RuntimeException e) {
                LOG.error("watch could not work on the image at offset {}", image.offset(), e);
            }
        }
    }

    private void start(List<Stream> starting, Response.WatchUpdate snapshot) {
        for (Stream stream : starting) {
            boolean wanted;
            synchronized (lock) {
                wanted = fresh.remove(stream);
                if (wanted) {
                    streams.add(stream);
                }
            }
            if (wanted) {
                call(stream, snapshot);
            }
        }
    }

    private void tell(Response.WatchUpdate update) {
        List<Stream> all;
        synchronized (lock) {
            all = List.copyOf(streams);
        }
        for (Stream stream : all) {
            call(stream, update);
        }
    }

    private static void call(Stream stream, Response.WatchUpdate update) {
        try {
            stream.sink.accept(update);
        } catch (RuntimeException e) {
            LOG.warn("a watch stream failed and misses the update at metadata offset {}", update.metadataOffset(), e);
        }
    }

    private int claim() {
        QuorumController controller = node.controllerOrNull();
        return controller == null ? -1 : controller.curClaimEpoch();
    }

    /** A partition as the stream names it. */
    static TopicIdPartition id(org.apache.kafka.common.Uuid topicId, int partition) {
        return new TopicIdPartition(
                new java.util.UUID(topicId.getMostSignificantBits(), topicId.getLeastSignificantBits()), partition);
    }
}
