// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

/** The offsets of a partition that clients can see. */
public record Offsets(long logStart, long highWatermark, long lastStable) {}
