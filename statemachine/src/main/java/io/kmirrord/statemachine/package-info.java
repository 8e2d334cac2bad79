// SPDX-License-Identifier: Apache-2.0
/**
 * The mirror partition as a pure machine: states, events, effects and one function, {@link
 * io.kmirrord.statemachine.Machine#step}. No clock, thread, I/O or logging: time and randomness are arguments.
 * Everything here is immutable.
 */
@NullMarked
package io.kmirrord.statemachine;

import org.jspecify.annotations.NullMarked;
