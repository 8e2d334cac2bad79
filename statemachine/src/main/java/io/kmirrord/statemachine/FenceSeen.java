// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * The fence of a partition as the metadata log holds it: the authority against a lost or rolled-back state topic (F11).
 * Immutable.
 *
 * @param generation of the fence record
 * @param phase of this partition
 * @param stopEpoch E, or -1 before a stop
 */
public record FenceSeen(long generation, FencePhase phase, int stopEpoch) {}
