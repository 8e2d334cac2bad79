// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/** One partition behind a {@link FakeBridge}, which locks it. */
public final class FakeLog {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long token;
    private long start;
    private long end;
    private int lastEpoch = -1;
    private int leaderEpoch = 1;
    /** How far the high watermark lags behind the end. */
    private long lag;

    /** What was appended. */
    public byte[] bytes() {
        return bytes.toByteArray();
    }

    public long end() {
        return end;
    }

    public long start() {
        return start;
    }

    public void lag(long offsets) {
        lag = offsets;
    }

    /** Of the leadership that is described. */
    public void leaderEpoch(int now) {
        leaderEpoch = now;
    }

    Response awaited() {
        return new Response.Awaited(end, end - lag);
    }

    Response aborted() {
        return new Response.Aborted(List.of(), end);
    }

    Response mark() {
        long at = end++;
        return new Response.Marked(at, end);
    }

    /** Somebody else's BEGIN. */
    public void killToken() {
        token++;
    }

    Response begin() {
        token++;
        return new Response.Begun(token, start, end, end - lag, lastEpoch);
    }

    Response append(Request.Append append) throws BridgeException {
        if (append.token() != token) {
            throw new BridgeException(ErrorCode.TOKEN_DEAD, "token " + append.token() + ", not " + token);
        }
        if (append.expectedEndOffset() != end) {
            throw new BridgeException(ErrorCode.OFFSET_MISMATCH, end, "end is " + end);
        }
        ByteBuffer records = append.records().duplicate();
        byte[] copy = new byte[records.remaining()];
        records.get(copy);
        ByteBuffer batches = ByteBuffer.wrap(copy);
        int at = 0;
        while (at < copy.length) {
            end = batches.getLong(at) + batches.getInt(at + 23) + 1;
            lastEpoch = batches.getInt(at + 12);
            at += 12 + batches.getInt(at + 8);
        }
        bytes.writeBytes(copy);
        return new Response.Appended(end, end - lag, end - lag);
    }

    Response restartAt(long offset, long expectedEnd) throws BridgeException {
        if (expectedEnd != end) {
            throw new BridgeException(ErrorCode.OFFSET_MISMATCH, end, "end is " + end);
        }
        token++;
        start = offset;
        end = offset;
        return new Response.Cut(offset, -1);
    }

    Response logStart(long offset) throws BridgeException {
        if (offset > end - lag) {
            throw new BridgeException(ErrorCode.ABOVE_HIGH_WATERMARK, "above " + (end - lag));
        }
        start = offset;
        return new Response.LogStart(offset);
    }

    Response.PartitionDescription describe(TopicIdPartition partition) {
        return new Response.PartitionDescription(
                partition,
                "",
                true,
                leaderEpoch,
                1,
                start,
                end,
                end - lag,
                end - lag,
                List.of(),
                List.of(),
                -1,
                1,
                1,
                false,
                false,
                false,
                List.of());
    }
}
