// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.ids;

/**
 * Why a broker may still give out ids that are too low. Immutable.
 *
 * @param unauthorized the daemon's principal may not ask for producer ids; the same on every broker
 * @param text for operators
 */
public record Undrained(boolean unauthorized, String text) {}
