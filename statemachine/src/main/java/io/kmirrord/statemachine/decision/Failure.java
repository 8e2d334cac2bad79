// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/**
 * A failure of a partition. Immutable.
 *
 * @param detail names the bad value and, where there is one, the limit
 */
public record Failure(FailureCode code, String detail) {}
