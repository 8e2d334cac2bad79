// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

/**
 * What consumers can read of a partition.
 *
 * @param start first offset of the log
 * @param end the high watermark
 */
public record LogRange(long start, long end) {}
