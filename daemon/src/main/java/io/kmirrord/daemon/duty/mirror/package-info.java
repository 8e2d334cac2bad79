// SPDX-License-Identifier: Apache-2.0
/**
 * The duties of a mirror as a whole, done by the daemon whose broker leads its partition of the state topic: starting
 * topics, discovering new ones, more partitions, and watching that every partition has an actor. Decisions are pure values;
 * {@link io.kmirrord.daemon.duty.mirror.MirrorDuty} and what it holds are confined to one event queue.
 */
@NullMarked
package io.kmirrord.daemon.duty.mirror;

import org.jspecify.annotations.NullMarked;
