// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/**
 * Largest cut that needs no confirmation. Immutable.
 *
 * @param maxRecords {@code max.cut.records}
 * @param maxBytes {@code max.cut.bytes}
 */
public record CutLimits(long maxRecords, long maxBytes) {
    public boolean allow(long records, long bytes) {
        return records <= maxRecords && bytes <= maxBytes;
    }
}
