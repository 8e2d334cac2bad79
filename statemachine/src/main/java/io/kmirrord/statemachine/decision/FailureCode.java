// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/** Why a partition is FAILED, whether time may heal it, and what an operator does about it. */
public enum FailureCode {
    /** The daemon's release cannot read the mirror's settings, or use them. */
    SETTINGS_UNUSABLE(
            true, "correct the mirror's settings, or run daemons of a release that knows them; stop needs neither"),
    SOURCE_UNREACHABLE(true, "check the network, the source's brokers and the mirror's credentials"),
    SOURCE_UNAUTHORIZED(true, "give the mirror's principal READ and DESCRIBE on the topic, or check its credentials"),
    SOURCE_UNSUPPORTED(true, "upgrade the source's brokers to Kafka 2.1 or later"),
    /** The source answered with an error that neither time nor other metadata heals, and that has no code of its own. */
    SOURCE_REFUSED(true, "read the source's answer in the message"),
    SOURCE_OTHER_CLUSTER(
            false, "point the mirror at the cluster it was made for and recover, or create another mirror"),
    SOURCE_TOPIC_DELETED(false, "stop the topic to keep the copy, or remove it from the mirror"),
    /** The source has fewer partitions: they were added here by hand. */
    SOURCE_PARTITION_MISSING(true, "add the partition at the source, or recreate the topic here without it"),
    SOURCE_TOPIC_RECREATED(false, "stop the topic to keep the copy; the new topic needs a new copy"),
    SOURCE_DIVERGED(
            false,
            "the source lost records by an unclean election: stop to keep this copy, or set "
                    + "mirror.support.unclean.leader.election=true and recover to follow it"),
    SOURCE_LOST_DATA(
            false, "the source holds less than this copy: stop to keep the copy; start --overwrite-local empties it"),
    /** The source reported a divergence, and then nothing of the copy parts from it. */
    SOURCE_UNSTABLE(
            true,
            "check the source's elections; if it ends below the first offset of the copy: start --overwrite-local"),
    MIRROR_LOOP(true, "stop one of the mirrors that the message names"),
    REVERSE_NOT_STOPPED(true, "stop the reverse mirror at the source first"),
    POSITION_UNREADABLE(true, "give the mirror's principal READ on the source's state topic"),
    CUT_OVER_LIMIT(false, "start again with --confirm-cut, or raise max.cut.records and max.cut.bytes"),
    CUT_TO_EMPTY(false, "start again with --overwrite-local if this log may be emptied"),
    /** By its checksum, or because it ends inside a batch here. */
    TAIL_DIFFERS(false, "the last common record differs at the source: verify, then start --overwrite-local"),
    SALVAGE_FAILED(true, "do what the message says; mostly: free space where salvage.dir lies"),
    REPLICAS_LAG(true, "bring the replicas back that the message names, or reassign them away"),
    CORRUPT_EPOCH(true, "a batch carries an epoch above the source's leader epoch: check the source's disks"),
    CORRUPT_DATA(true, "check the source's disks"),
    EPOCH_LIMIT(false, "no leader epoch is left below the limit: recreate the topic at the destination"),
    STATE_ROLLED_BACK(
            false, "the fence in the metadata log is newer than the state topic: restore it with state import"),
    FENCE_REFUSED(false, "read the message of the bridge"),
    /** The fence says STOPPED for this generation: another daemon ended what this one is ending. */
    ALREADY_OPEN(false, "nothing if the wish is STOPPED; else restore the state topic with state import"),
    /** The fence belongs to a later generation, begun while this partition had no leader. */
    GENERATION_OVERTAKEN(false, "nothing if the topic was started again; else restore the state topic"),
    BRIDGE_REFUSED(false, "read the message of the bridge"),
    BRIDGE_UNAVAILABLE(true, "check the broker and its storage bridge"),
    CONTROLLER_UNSERVED(
            true,
            "start the daemon beside the active controller, which kafka-metadata-quorum.sh describe --status names; one of "
                    + "several controllers steps down by itself meanwhile"),
    NOT_ENOUGH_REPLICAS(true, "bring replicas back until min.insync.replicas is met"),
    STORAGE_ERROR(true, "check the destination's disks"),
    /** Between describing the log and cutting it a transaction marker was appended, or retention or a cleaner passed the cut. */
    LOG_MOVED(true, "nothing: the cut is tried again"),
    RECORD_TOO_LARGE(
            false,
            "raise segment.bytes of the topic at the destination, or the bridge's max.frame.bytes, as the message says; "
                    + "then recover"),
    OLD_MESSAGE_FORMAT(false, "rewrite the topic at the source in message format 2 (Kafka 0.11 and later)"),
    FOREIGN_WRITE(
            false,
            "the log holds batches that are not the source's: stop to keep them, or compare both logs and start "
                    + "--overwrite-local"),
    DISK_LOW(true, "free space in the broker's log directories"),
    GAP(false, "set on.gap=continue and recover to go on behind the gap"),
    LONG_PAUSE(false, "deletions may have been missed: set on.long.pause=full-copy and recover, or stop"),
    TIERED_STORAGE(false, "set remote.storage.enable=false on the destination topic"),
    DESTINATION_DELETED(false, "the topic was deleted at the destination: stop it, then start it to copy it anew"),
    UNEXPECTED(true, "read the daemon's log and report it");

    private final boolean retryable;
    private final String remedy;

    FailureCode(boolean retryable, String remedy) {
        this.retryable = retryable;
        this.remedy = remedy;
    }

    /** Returns whether repeating the same may succeed without an operator. */
    public boolean retryable() {
        return retryable;
    }

    /** Returns what an operator does about it, a phrase without a full stop. */
    public String remedy() {
        return remedy;
    }
}
