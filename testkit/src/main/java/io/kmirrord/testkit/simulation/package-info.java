// SPDX-License-Identifier: Apache-2.0
/**
 * Two clusters that mirror each other, in one thread and one seed: brokers with replicas, ISR and elections, the storage
 * bridge with tokens, fences and barriers, daemons that run the real machine, operators and faults at random. After each
 * event the invariants I1 to I7 and I9 to I11 are checked; when all is calm again the wish must be reached (I8).
 *
 * <p>A history is a list of events; any part of one is a history too, so that a failing one can be shrunk.
 */
@NullMarked
package io.kmirrord.testkit.simulation;

import org.jspecify.annotations.NullMarked;
