// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

/**
 * A partition that ought to be mirrored, or paused, and that no daemon acts for. Immutable.
 *
 * @param partition -1: the topic is not there at all
 * @param leader of the partition, -1 for none
 * @param text what is wrong, for operators
 */
public record Unowned(String mirror, String topic, int partition, int leader, Reason reason, String text) {

    /** Why. */
    public enum Reason {
        /** The topic was not created yet. */
        NOT_CREATED(20_000),
        NO_LEADER(10_000),
        /** The daemon beside the leader is dead. */
        DAEMON_SILENT(0),
        /** The daemon beside the leader has no linked storage bridge. */
        BRIDGE_NOT_LINKED(5_000),
        /** The daemon beside the leader is alive and has not taken the partition up. */
        NOT_TAKEN_UP(20_000);

        private final long graceMs;

        Reason(long graceMs) {
            this.graceMs = graceMs;
        }

        /** Returns how long it must last before it is reported, since it also happens in passing. */
        public long graceMs() {
            return graceMs;
        }
    }

    /** What stays the same while it lasts. */
    record Key(String mirror, String topic, int partition, Reason reason) {}

    Key key() {
        return new Key(mirror, topic, partition, reason);
    }
}
