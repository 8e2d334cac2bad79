// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

/**
 * Who is at the other end, as the kernel says (SO_PEERCRED). The JDK tells the user, not the process id; a daemon puts
 * its process id into the client name of HELLO, which is its own claim. Immutable.
 *
 * @param user user name, or the uid where it has no name
 */
record Peer(String user) {}
