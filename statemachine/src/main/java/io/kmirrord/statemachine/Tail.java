// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** Comparison of the last local batch with the source's by CRC (F15). */
public enum Tail {
    EQUAL,
    DIFFERENT,
    /** One side holds no such batch: retention or compaction removed it, or the log is empty. */
    ABSENT
}
