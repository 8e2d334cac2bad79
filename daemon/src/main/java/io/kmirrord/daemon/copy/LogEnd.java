// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/**
 * The local log as its leader has it.
 *
 * @param end LEO, and what is being appended
 * @param lastEpoch epoch of the last batch, -1 for none
 */
public record LogEnd(long token, long start, long end, long highWatermark, int lastEpoch) {
    static final LogEnd UNREAD = new LogEnd(-1, -1, -1, -1, -1);

    boolean empty() {
        return start == end;
    }
}
