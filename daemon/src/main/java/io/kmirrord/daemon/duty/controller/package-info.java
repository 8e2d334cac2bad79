// SPDX-License-Identifier: Apache-2.0
/**
 * Requests to the active controller, served by the daemon beside it. Decisions are pure values; {@link
 * io.kmirrord.daemon.duty.controller.ControllerDuty} and what it holds are confined to one event queue.
 */
@NullMarked
package io.kmirrord.daemon.duty.controller;

import org.jspecify.annotations.NullMarked;
