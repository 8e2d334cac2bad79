// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import java.io.File;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Keeps mirroring from filling a log dir, which would take the dir offline or the broker down (R12). Thread-safe. */
final class DiskGuard {
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Settings settings;
    private final Map<String, Space> spaces = new ConcurrentHashMap<>();

    private record Space(long usableBytes, long totalBytes, long seenAtNanos) {}

    DiskGuard(Settings settings) {
        this.settings = settings;
    }

    /**
     * Refuses if a log dir is below its floor.
     *
     * @throws BridgeException {@link ErrorCode#DISK_LOW}
     */
    void check(String logDir) throws BridgeException {
        Space space = space(logDir, System.nanoTime());
        long floor = settings.floorOf(space.totalBytes());
        if (space.usableBytes() < floor) {
            throw new BridgeException(
                    ErrorCode.DISK_LOW,
                    space.usableBytes(),
                    "log dir " + logDir + " has " + space.usableBytes() + " bytes free; accepted: at least " + floor
                            + " (" + Settings.DISK_FLOOR_BYTES + "). Free space, then the append is accepted");
        }
    }

    private Space space(String logDir, long nowNanos) {
        Space known = spaces.get(logDir);
        if (known != null && nowNanos - known.seenAtNanos() < FRESH_NANOS) {
            return known;
        }
        File dir = new File(logDir);
        Space fresh = new Space(dir.getUsableSpace(), dir.getTotalSpace(), nowNanos);
        spaces.put(logDir, fresh);
        return fresh;
    }
}
