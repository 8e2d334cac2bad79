// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/** An entry of the leader-epoch cache: the offset at which an epoch begins. Immutable. */
public record EpochStart(int epoch, long startOffset) {}
