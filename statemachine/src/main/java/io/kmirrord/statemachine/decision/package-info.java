// SPDX-License-Identifier: Apache-2.0
/**
 * Decisions as pure functions over values: epochs, where a log and its source part, what may be cut, where a consumer
 * group goes on, when to retry.
 */
@NullMarked
package io.kmirrord.statemachine.decision;

import org.jspecify.annotations.NullMarked;
