// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/**
 * Who leads the partition at the source, as source metadata says.
 *
 * @param brokerId 0 or more
 * @param epoch SLE, 0 or more
 */
public record SourceLeader(int brokerId, int epoch) {}
