// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import java.util.List;

/** Every metric of the daemon itself: its name as scraped, its labels, what it says. Immutable. */
public enum Metric {
    PARTITIONS(Kind.GAUGE, "kmirrord_partitions", "Mirror partitions led here, by state", "mirror", "state"),
    PARTITIONS_EXPECTED(
            Kind.GAUGE,
            "kmirrord_partitions_expected",
            "Partitions of the mirror in the whole cluster; published by the daemon with the mirror's duties",
            "mirror"),
    PARTITIONS_UNOWNED(
            Kind.GAUGE,
            "kmirrord_partitions_unowned",
            "Those of the expected partitions that no daemon acts for: no leader, or no live daemon or bridge beside it",
            "mirror"),
    NOT_SYNCED(
            Kind.GAUGE,
            "kmirrord_not_synced",
            "Groups, configs and the like that are left alone, by reason; published by the daemon with the mirror's duties,"
                    + " named by mirrorctl describe",
            "mirror",
            "reason"),
    GROUP_OFFSETS_COMMITTED(
            Kind.GAUGE,
            "kmirrord_group_offsets_committed",
            "Offsets of consumer groups that were committed since this daemon has the mirror's duties",
            "mirror"),
    GROUP_SYNC_AGE(
            Kind.GAUGE,
            "kmirrord_group_sync_age_seconds",
            "Since group offsets were last compared with the source; absent before the first time",
            "mirror"),
    MIRROR_LAG_SUM_RECORDS(
            Kind.GAUGE,
            "kmirrord_mirror_lag_sum_records",
            "Offsets that the source is ahead, added over the mirror's partitions led here",
            "mirror"),
    MIRROR_LAG_MAX_RECORDS(
            Kind.GAUGE,
            "kmirrord_mirror_lag_max_records",
            "Offsets that the source is ahead, of the worst of the mirror's partitions led here",
            "mirror"),
    MIRROR_LAG_SUM_SECONDS(
            Kind.GAUGE,
            "kmirrord_mirror_lag_sum_seconds",
            "Time that the copy is behind, added over the mirror's partitions led here",
            "mirror"),
    MIRROR_LAG_MAX_SECONDS(
            Kind.GAUGE,
            "kmirrord_mirror_lag_max_seconds",
            "Time that the copy is behind, of the worst of the mirror's partitions led here",
            "mirror"),
    MIRROR_LAG_UNKNOWN(
            Kind.GAUGE,
            "kmirrord_mirror_lag_unknown_partitions",
            "Partitions led here whose lag is not known, in offsets or in time; the figures leave out what is not known",
            "mirror"),
    PARTITION_LAG_RECORDS(
            Kind.GAUGE,
            "kmirrord_partition_lag_records",
            "Offsets that the source is ahead of this partition's copy; absent while not known",
            "mirror",
            "topic",
            "partition"),
    PARTITION_LAG_SECONDS(
            Kind.GAUGE,
            "kmirrord_partition_lag_seconds",
            "Time that this partition's copy is behind; absent while not known",
            "mirror",
            "topic",
            "partition"),
    PARTITION_SERIES_LEFT_OUT(
            Kind.GAUGE,
            "kmirrord_partition_series_left_out",
            "Partitions led here that have no series of their own because there are more than the setting allows"),
    FETCHED_BYTES(
            Kind.COUNTER, "kmirrord_fetched_bytes_total", "Bytes of record batches that the source sent", "mirror"),
    APPENDED_BYTES(
            Kind.COUNTER,
            "kmirrord_appended_bytes_total",
            "Bytes of record batches that the bridge acknowledged",
            "mirror"),
    APPENDED_BATCHES(
            Kind.COUNTER, "kmirrord_appended_batches_total", "Record batches that the bridge acknowledged", "mirror"),
    APPEND_DURATION(
            Kind.TIMER,
            "kmirrord_append_duration_seconds",
            "From handing batches to the bridge to its acknowledgement",
            "mirror"),
    APPEND_DURATION_MAX(
            Kind.GAUGE,
            "kmirrord_append_duration_seconds_max",
            "The longest of the appends of the last minutes",
            "mirror"),
    GAPS(
            Kind.COUNTER,
            "kmirrord_gaps_total",
            "Times that the source's retention overtook the copy of a partition",
            "mirror"),
    GAP_OFFSETS(
            Kind.COUNTER, "kmirrord_gap_offsets_total", "Offsets that the copies miss because of such gaps", "mirror"),
    FAILURES(
            Kind.COUNTER,
            "kmirrord_failures_total",
            "Times that a partition became FAILED, by reason",
            "mirror",
            "code"),
    FETCH_MEMORY_USED(
            Kind.GAUGE, "kmirrord_fetch_memory_used_bytes", "Fetched data in memory that is not appended yet"),
    FETCH_MEMORY_LIMIT(
            Kind.GAUGE, "kmirrord_fetch_memory_limit_bytes", "Bound of that, the setting fetch.memory.bytes"),
    BRIDGE_CONNECTED(
            Kind.GAUGE, "kmirrord_bridge_connected", "1 while the socket of the local storage bridge answers, else 0"),
    BRIDGE_LINKED(
            Kind.GAUGE,
            "kmirrord_bridge_linked",
            "1 if the bridge found all that it needs in its broker, 0 if it refuses every operation or is not known"),
    STATE_TOPIC_HEALTHY(
            Kind.GAUGE,
            "kmirrord_state_topic_healthy",
            "1 while the state topic can be read and written by this daemon, else 0"),
    STATE_RECORDS_SKIPPED(
            Kind.COUNTER,
            "kmirrord_state_topic_skipped_records_total",
            "Records of the state topic that could not be read, and were skipped"),
    SNAPSHOT_AGE(
            Kind.GAUGE,
            "kmirrord_snapshot_age_seconds",
            "Age of the state that the gauges here show; more than a few seconds: the daemon's queues do not move"),
    BUILD(Kind.INFO, "kmirrord_build_info", "Always 1; the label says what runs", "version");

    /** How a metric behaves. */
    public enum Kind {
        GAUGE,
        COUNTER,
        /** A histogram of durations. */
        TIMER,
        /** A gauge of constant 1 whose labels carry the value. */
        INFO
    }

    private final Kind kind;
    private final String exposedName;
    private final String help;
    /** Joined by commas: a list would be a mutable type in an enum. */
    private final String labels;

    Metric(Kind kind, String exposedName, String help, String... labels) {
        this.kind = kind;
        this.exposedName = exposedName;
        this.help = help;
        this.labels = String.join(",", labels);
    }

    public Kind kind() {
        return kind;
    }

    /** As Prometheus stores it, the unit and the suffix of counters included. */
    public String exposedName() {
        return exposedName;
    }

    /** A phrase without a full stop. */
    public String help() {
        return help;
    }

    /** Names of its labels, in the order of their values. */
    public List<String> labels() {
        return labels.isEmpty() ? List.of() : List.of(labels.split(",", -1));
    }

    /** The name to register: the registry adds the suffixes of its format. */
    String id() {
        return switch (kind) {
            case GAUGE -> exposedName;
            case INFO -> exposedName.substring(0, exposedName.length() - "_info".length());
            case COUNTER -> exposedName.substring(0, exposedName.length() - "_total".length());
            case TIMER -> exposedName.substring(0, exposedName.length() - "_seconds".length());
        };
    }
}
