// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

/**
 * Why a group's commit was refused.
 *
 * @param hasMembers it has members by now, whose place is theirs
 * @param text for operators: what is wrong, what to do
 */
public record Refusal(boolean hasMembers, String text) {
    /** The group has members by now. */
    public static final Refusal MEMBERS = new Refusal(true, "it has members at the destination by now");

    /** It was refused for another reason, and its place is nobody's. */
    public static Refusal because(String text) {
        return new Refusal(false, text);
    }
}
