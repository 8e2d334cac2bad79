// SPDX-License-Identifier: Apache-2.0
/**
 * Tells systemd how the service fares (sd_notify(3)).
 *
 * <p>The JDK has no datagram sockets of the Unix domain, so each message is sent by the program systemd-notify, which is
 * part of systemd and there wherever somebody listens. It knows abstract sockets too, and waits until the message has
 * been taken, so that systemd can still tell whom it came from. The unit needs {@code NotifyAccess=all}, as the message
 * comes from a child of the main process.
 *
 * <p>Threading: one thread, {@code kmirrord-notify}.
 */
@NullMarked
package io.kmirrord.daemon.notify;

import org.jspecify.annotations.NullMarked;
