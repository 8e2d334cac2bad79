// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.SalvageReason;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Value of a record of {@code __mirror_state}. Immutable. Component names are those of the JSON. */
public sealed interface RecordValue {

    /** Order among the values of one key: the greater one wins. 0 for keys that are written once. */
    default long order() {
        return 0;
    }

    /**
     * Format of the topic.
     *
     * @param format {@code kmirrord}
     * @param formatVersion 1
     */
    record Magic(String format, int formatVersion) implements RecordValue {}

    /**
     * Definition of a mirror.
     *
     * @param sinceGeneration wishes and states of an earlier generation belong to a deleted mirror of the same name
     * @param deleted nothing of the mirror is visible any more
     */
    record Mirror(
            Map<String, String> config,
            List<String> includes,
            List<String> excludes,
            @Nullable String sourceClusterId,
            long sinceGeneration,
            boolean deleted,
            long atMs)
            implements RecordValue {
        public Mirror {
            config = Map.copyOf(config);
            includes = List.copyOf(includes);
            excludes = List.copyOf(excludes);
        }
    }

    /**
     * What is wished for a topic.
     *
     * @param topicId null until known
     */
    record MirrorTopic(@Nullable UUID topicId, Desired desired, boolean overwriteLocal, boolean confirmCut, long atMs)
            implements RecordValue {}

    /** State of a partition. */
    record MirrorPartitionState(String topic, Recorded state) implements RecordValue {
        @Override
        public long order() {
            return state.id().step();
        }
    }

    /** Something that a daemon is asked to do. */
    sealed interface Request extends RecordValue {
        /** When nobody needs to do it any more, wall clock. */
        long expiresMs();
    }

    /**
     * Start topics of the mirror, its new patterns included; done by the daemon with the mirror's duties.
     *
     * @param includes topic names and RE2 patterns; empty: those that the mirror has
     * @param excludes the same, stronger than {@code includes}
     * @param generation of the topics that start, above all that were
     */
    record StartRequest(
            List<String> includes,
            List<String> excludes,
            long generation,
            boolean overwriteLocal,
            boolean confirmCut,
            long expiresMs)
            implements Request {
        public StartRequest {
            includes = List.copyOf(includes);
            excludes = List.copyOf(excludes);
        }
    }

    /**
     * Create a topic at the destination with the source's topic id, fenced in phase PREPARING. Done by the daemon beside the
     * active controller; not done when older than the topic's newest generation (F24).
     */
    record TopicRequest(
            String topic,
            long generation,
            UUID topicId,
            int partitions,
            short replicationFactor,
            int firstLeaderEpoch,
            Map<String, String> configs,
            long expiresMs)
            implements Request {
        public TopicRequest {
            configs = Map.copyOf(configs);
        }
    }

    /**
     * Bring partitions into at least a phase of the topic's fence; done by the daemon beside the active controller. The
     * outcome's details hold {@code metadataOffset} and {@code stopEpoch}.
     *
     * @param partitions those meant; empty: the whole topic
     * @param leaderEpoch under which it is asked; a fence that was moved on under a later one is left alone
     * @param decideStop the stop epoch is decided with this request unless it was before
     */
    record FenceRequest(
            String topic,
            long generation,
            UUID topicId,
            FencePhase phase,
            List<Integer> partitions,
            int leaderEpoch,
            boolean decideStop,
            long expiresMs)
            implements Request {
        public FenceRequest {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * Raise leader epochs to at least the given ones, by partition; done by the daemon beside the active controller. One of
     * an earlier generation is refused by the fence (F24).
     */
    record EpochRequest(String topic, long generation, UUID topicId, Map<Integer, Integer> minEpochs, long expiresMs)
            implements Request {
        public EpochRequest {
            minEpochs = Map.copyOf(minEpochs);
        }
    }

    /**
     * Give out producer ids from at least this one on, which lasts for good; done by the daemon beside the active
     * controller. The outcome's details hold {@code nextProducerId}: from which on new blocks are given, at least the one
     * that is asked for.
     */
    record ProducerIdRequest(long nextProducerId, long expiresMs) implements Request {}

    /**
     * Wait until the destination has all that the source has, in topics that are mirrored, and sync consumer groups once
     * more; done by the daemon with the mirror's duties. The outcome's details hold {@code behind} and {@code writers}.
     *
     * @param topics names; empty: all of the mirror
     */
    record PromoteRequest(List<String> topics, long expiresMs) implements Request {
        public PromoteRequest {
            topics = List.copyOf(topics);
        }
    }

    /**
     * Look for topics and partitions that are new at the source, and sync everything that goes with the data, at once; done by
     * the daemon with the mirror's duties. The outcome's details hold by subject how much is not synced, and by {@code started}
     * and {@code grown} the topics that are.
     */
    record SyncRequest(long expiresMs) implements Request {}

    /**
     * Compare what the source has with what is here, and change nothing; done by the daemon with the mirror's duties. The
     * outcome's details are those of {@link io.kmirrord.statemachine.diff.DiffAnswer}; of one that is not done they hold
     * {@code code}.
     *
     * @param topics topic names and RE2 patterns; empty: all of the mirror
     * @param subjects names of {@link io.kmirrord.statemachine.diff.Subject}; those of a later release are possible
     */
    record DiffRequest(List<String> topics, List<String> subjects, long expiresMs) implements Request {
        public DiffRequest {
            topics = List.copyOf(topics);
            subjects = List.copyOf(subjects);
        }
    }

    /** Check a mirror's definition from every daemon: routes, names, secrets. */
    record CheckRequest(long expiresMs) implements Request {}

    /** Compare topics with the source. Empty: all of the mirror. */
    record VerifyRequest(List<String> topics, long expiresMs) implements Request {
        public VerifyRequest {
            topics = List.copyOf(topics);
        }
    }

    /**
     * Delete files of salvages; done by the daemon of the node that holds them, also for a mirror that was deleted. The
     * outcome is done if none of them is left; its details hold {@code bytes}, and by id why one could not be deleted.
     *
     * @param nodeId who is asked
     */
    record SalvagePruneRequest(int nodeId, List<String> salvageIds, long expiresMs) implements Request {
        public SalvagePruneRequest {
            salvageIds = List.copyOf(salvageIds);
        }
    }

    /**
     * What a cut removed and where it was saved; also the content of the manifest beside the file.
     *
     * @param topicId of the destination's topic at that time
     * @param reason of the cut
     * @param sourceClusterId null if it was not known
     * @param fromOffset first offset that the cut removed
     * @param endOffset offset after the last
     * @param records in the batches, markers of transactions included
     * @param bytes of the file
     * @param crc32c of the whole file, 0 to 2^32 - 1
     * @param nodeId beside which node it lies
     * @param host of that node, for operators
     * @param path of the file on that host, absolute
     * @param atMs wall clock
     */
    record Salvage(
            String topic,
            UUID topicId,
            int partition,
            long generation,
            int leaderEpoch,
            SalvageReason reason,
            @Nullable String sourceClusterId,
            long fromOffset,
            long endOffset,
            long batches,
            long records,
            long bytes,
            long crc32c,
            int nodeId,
            String host,
            String path,
            long atMs)
            implements RecordValue {

        /** Returns the same where its folder or its host is called otherwise by now. */
        public Salvage at(String otherHost, String otherPath) {
            return new Salvage(
                    topic,
                    topicId,
                    partition,
                    generation,
                    leaderEpoch,
                    reason,
                    sourceClusterId,
                    fromOffset,
                    endOffset,
                    batches,
                    records,
                    bytes,
                    crc32c,
                    nodeId,
                    otherHost,
                    otherPath,
                    atMs);
        }
    }

    /**
     * What came of a request or an operation.
     *
     * @param nodeId beside which node it was done, -1 if it was not a daemon
     * @param details what else there is to say, such as a count of aborted transactions
     */
    record Outcome(boolean done, String message, int nodeId, long atMs, Map<String, String> details)
            implements RecordValue {
        public Outcome {
            details = Map.copyOf(details);
        }
    }

    /**
     * What an operator did. Claimed by the client, not proved: the broker's authorizer log proves.
     *
     * @param verb of mirrorctl
     */
    record Operation(String verb, List<String> topics, String claimedBy, String host, String clientVersion, long atMs)
            implements RecordValue {
        public Operation {
            topics = List.copyOf(topics);
        }
    }

    /**
     * The topic of the key is continued by this one.
     *
     * @param exportedMs wall clock of the export
     */
    record RestoredFrom(long exportedMs) implements RecordValue {}

    /**
     * Mirrors by which the source has a topic, the source's own first; only where it has any. By it a cluster that mirrors
     * from here finds out that it would close a ring (KIP-1279 section 17).
     */
    record Lineage(List<Hop> hops, long atMs) implements RecordValue {
        public Lineage {
            hops = List.copyOf(hops);
        }

        @Override
        public long order() {
            return atMs;
        }
    }

    /** A mirror, at whatever cluster, and the cluster that it copies from. */
    record Hop(String mirror, String sourceClusterId) {}

    /**
     * Group offsets of partitions were synced in this generation: from now on they go back only where the source's do, where a
     * cut has to be followed, or where nobody knows that the place is the group's own. Written when it changes.
     *
     * @param revision counts, from 1; of earlier releases, which had only the first two lists, the sum of their sizes
     * @param partitions that had a first round; only grows
     * @param cutsFollowed ids of salvages whose cut groups were clamped to (F19), all but those of {@code cutsOwed}; only grows
     * @param cutsOwed who could not be clamped yet, in order: had members, was refused or could not be read
     * @param ownPlaces groups that have a place of their own here, in order: had members, or were further than the source's,
     *     which had not gone back. A list as long as {@link #MOST_OWN_PLACES} stands for all groups
     */
    record GroupSync(
            long revision,
            List<Integer> partitions,
            List<String> cutsFollowed,
            List<CutOwed> cutsOwed,
            List<String> ownPlaces,
            long atMs)
            implements RecordValue {
        /** So that the record stays small. */
        public static final int MOST_OWN_PLACES = 1_000;

        /** Before anything was synced. */
        public static final GroupSync NONE = new GroupSync(0, List.of(), List.of(), List.of(), List.of(), 0);

        public GroupSync {
            partitions = List.copyOf(partitions);
            cutsFollowed = List.copyOf(cutsFollowed);
            cutsOwed = List.copyOf(cutsOwed);
            ownPlaces = List.copyOf(ownPlaces);
        }

        @Override
        public long order() {
            return revision;
        }
    }

    /**
     * A group that was not clamped to a cut yet.
     *
     * @param to lowest end that cuts left to the partition's log and that the group was not clamped to
     */
    record CutOwed(String group, int partition, long to) {}

    /**
     * What was taken over of a topic's configs in this generation. Written when it changes, before the configs are.
     *
     * @param revision counts, from 0 with the creation of the topic
     * @param set by key, as it was taken over last: a key in it that the source no longer has goes here too
     * @param shrinks by key, what the source has and this topic does not have yet, because less would be kept
     * @param remoteStorage the topic has remote storage here, which a mirror topic cannot have
     */
    record ConfigSync(
            long revision, Map<String, String> set, Map<String, Shrink> shrinks, boolean remoteStorage, long atMs)
            implements RecordValue {
        public ConfigSync {
            set = Map.copyOf(set);
            shrinks = Map.copyOf(shrinks);
        }

        @Override
        public long order() {
            return revision;
        }
    }

    /**
     * A config that waits.
     *
     * @param value the source's, null if it has none any more
     * @param sinceMs when it was seen first, wall clock
     */
    record Shrink(@Nullable String value, long sinceMs) {}

    /**
     * ACLs of a resource pattern that the mirror added, and so may remove. Written when it changes: before one is added, after
     * one was removed.
     *
     * @param revision counts, from 1
     * @param acls in order
     */
    record AclSync(long revision, List<Acl> acls, long atMs) implements RecordValue {
        public AclSync {
            acls = List.copyOf(acls);
        }

        @Override
        public long order() {
            return revision;
        }
    }

    /**
     * An ACL of the key's resource pattern.
     *
     * @param operation as Kafka names it, such as READ
     * @param permission ALLOW or DENY
     */
    record Acl(String principal, String host, String operation, String permission) {}

    /**
     * What is not synced, and why. Written when it changes.
     *
     * @param skipped of many some of each reason, in order
     * @param counts all of them by reason
     */
    record SyncReport(List<Skipped> skipped, Map<String, Integer> counts, long atMs) implements RecordValue {
        /** Adds up what reports count, by reason. */
        public static Map<String, Integer> counts(Collection<SyncReport> reports) {
            Map<String, Integer> counts = new TreeMap<>();
            reports.forEach(
                    report -> report.counts().forEach((reason, count) -> counts.merge(reason, count, Integer::sum)));
            return counts;
        }

        public SyncReport {
            skipped = List.copyOf(skipped);
            counts = Map.copyOf(counts);
        }

        @Override
        public long order() {
            return atMs;
        }
    }

    /**
     * A thing that is not synced.
     *
     * @param kind such as {@code group}
     * @param name of it
     * @param reason one word
     * @param text for operators: what is wrong, what to do
     */
    record Skipped(String kind, String name, String reason, String text) {}

    /**
     * Sign of life.
     *
     * @param beat counts; never falls, restarts included, because it begins at the wall clock
     */
    record Heartbeat(long beat, String host, String daemonVersion, boolean bridgeLinked, long atMs)
            implements RecordValue {
        @Override
        public long order() {
            return beat;
        }
    }
}
