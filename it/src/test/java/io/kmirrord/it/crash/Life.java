// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import static io.kmirrord.it.crash.CrashPlan.after;
import static io.kmirrord.it.crash.CrashPlan.around;

import java.util.List;
import java.util.stream.Collectors;

/** What topics of one partition go through when their daemon dies, each at another point. */
enum Life {
    FIRST_START(
            "started for the first time, the source begins above 0",
            List.of(
                    around("PREPARING/CheckingSource", "PersistState", "ReadSourcePosition"),
                    around("PREPARING/Fencing", "PutFence"),
                    around("PREPARING/Cutting", "PersistState", "PutFence", "RestartAt"),
                    around("MIRRORING", "PersistState", "PutFence", "StartFetcher"))),
    LOCAL_WRITES(
            "stopped, written to, started again",
            List.of(
                    around("PREPARING/Describing", "DescribeLog"),
                    around("PREPARING/Asking", "AskSourceEpoch"),
                    around("PREPARING/Measuring", "MeasureCut"),
                    around("PREPARING/Salvaging", "Salvage"),
                    around("PREPARING/Cutting", "PersistState", "PutFence", "Truncate"),
                    around("PREPARING/AwaitingBarrier", "AwaitBarrier"),
                    around("PREPARING/ComparingTail", "CompareTail"))),
    OVERWRITTEN(
            "stopped when empty, written to, started with --overwrite-local",
            List.of(List.of(
                    after("PREPARING/Salvaging Salvage"),
                    after("PREPARING/Cutting RestartAt"),
                    after("PREPARING/AwaitingBarrier AwaitBarrier")))),
    LOW_EPOCH("started while the source elects leaders", List.of(around("PREPARING/RaisingEpoch", "RaiseEpoch"))),
    SOURCE_EPOCHS(
            "the source elects many leaders during a pause",
            List.of(around("EPOCH_FENCING", "PersistState", "StopFetcher", "RaiseEpoch"))),
    HEADROOM("the source's leader epoch comes near", List.of(around("MIRRORING", "RaiseEpoch"))),
    GAP("the source forgets records during a pause", List.of(around("MIRRORING", "ReportGap"))),
    MOVED("the leader at the destination moves", List.of(around("UNKNOWN", "StopFetcher"))),
    PAUSED(
            "paused and resumed",
            List.of(around("PAUSING", "PersistState", "StopFetcher"), around("PAUSED", "PersistState"))),
    STOPPED(
            "stopped with two transactions open",
            List.of(
                    around("STOPPING/REMOVING_FETCHER", "PersistState", "StopFetcher", "PutFence"),
                    around("STOPPING/AWAITING_HIGH_WATERMARK", "AwaitHighWatermark"),
                    around("STOPPING/RAISING_EPOCH", "PersistState", "RaiseEpoch"),
                    around("STOPPING/ABORTING", "PersistState", "AbortOpen"),
                    around("STOPPING/MARKING", "PersistState", "PutMark"),
                    around("STOPPING/OPENING", "PersistState", "OpenPartition"),
                    around("STOPPED", "PersistState"))),
    FAILED(
            "started while the source's leader is away",
            List.of(around("FAILED", "PersistState", "StopFetcher", "ReportFailure", "ScheduleRetry"))),
    UNCLEAN(
            "the source elects a leader that lacks records",
            List.of(
                    around("ULE_RECOVERY/Describing", "PersistState", "StopFetcher", "DescribeLog"),
                    around("ULE_RECOVERY/Asking", "AskSourceEpoch"),
                    around("ULE_RECOVERY/Measuring", "MeasureCut"),
                    around("ULE_RECOVERY/Salvaging", "Salvage"),
                    around("ULE_RECOVERY/Cutting", "PersistState", "PutFence", "Truncate"),
                    around("ULE_RECOVERY/AwaitingBarrier", "AwaitBarrier"),
                    around("ULE_RECOVERY/ComparingTail", "CompareTail")));

    private static final String SEPARATOR = "\n";

    private final String text;
    private final String points;

    Life(String text, List<List<String>> points) {
        this.text = text;
        this.points = points.stream().flatMap(List::stream).collect(Collectors.joining(SEPARATOR));
    }

    String text() {
        return text;
    }

    /** Where daemons die, one topic for each. */
    List<String> points() {
        return List.of(points.split(SEPARATOR, -1));
    }
}
