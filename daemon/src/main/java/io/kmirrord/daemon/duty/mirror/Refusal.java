// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

/**
 * Why something is not started, or not as the source has it. Immutable.
 *
 * @param text names the bad value, the accepted ones and what to do
 */
public record Refusal(Code code, String text) {

    /** Whether it may be over soon, so that it is worth looking again before the next interval. */
    boolean passes() {
        return switch (code) {
            case NODES_UNKNOWN,
                    SOURCE_UNREACHABLE,
                    ALSO_CLAIMED,
                    NOT_CREATED,
                    PARTITIONS_NOT_ADDED,
                    SOURCE_CONFIGS_UNREADABLE,
                    DESTINATION_UNREADABLE,
                    STATE_NOT_WRITTEN -> true;
            default -> false;
        };
    }

    /** What tools can tell apart; in the outcome's details as {@code code}. */
    public enum Code {
        RESERVED_NODE_ID,
        NODES_WITHOUT_BRIDGE,
        NODES_UNKNOWN,
        PRODUCER_IDS_NOT_RESERVED,
        PRODUCER_IDS_UNAUTHORIZED,
        PRODUCER_IDS_NOT_DRAINED,
        SOURCE_UNREACHABLE,
        SOURCE_OTHER_CLUSTER,
        BAD_PATTERN,
        BAD_SETTINGS,
        NO_PATTERN,
        NO_TOPIC,
        SECOND_START,
        IN_ANOTHER_MIRROR,
        /** Another mirror wished it at the same moment. */
        ALSO_CLAIMED,
        EXISTS_AT_DESTINATION,
        MORE_PARTITIONS_AT_DESTINATION,
        REMOTE_STORAGE_AT_DESTINATION,
        DESTINATION_UNAUTHORIZED,
        NO_LEADER_EPOCH,
        EPOCH_LIMIT,
        GENERATION_OVERTAKEN,
        INTERNAL_TOPIC,
        NOT_CREATED,
        /** It had a state, and is gone at the destination. */
        DELETED_AT_DESTINATION,
        PARTITIONS_NOT_ADDED,
        SOURCE_CONFIGS_UNREADABLE,
        DESTINATION_UNREADABLE,
        STATE_NOT_WRITTEN
    }
}
