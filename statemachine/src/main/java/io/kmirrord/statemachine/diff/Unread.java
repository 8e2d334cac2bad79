// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.diff;

/**
 * A part of a subject that could not be read, and so was not compared. Immutable.
 *
 * @param subject its name; that of a later release is possible
 * @param text what could not be read, and why
 * @param remedy what to do about it, such as the right to grant and to whom
 */
public record Unread(String subject, Side side, String text, String remedy) {
    public Unread(Subject subject, Side side, String text, String remedy) {
        this(subject.toString(), side, text, remedy);
    }
}
