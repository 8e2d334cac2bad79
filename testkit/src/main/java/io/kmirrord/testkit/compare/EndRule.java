// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

/** Where a comparison ends. */
public enum EndRule {
    /** All log end offsets must be equal, and everything below them. */
    EQUAL,
    /** Everything below the smallest log end offset must be equal: for logs that still grow. */
    MINIMUM
}
