// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.codec;

import io.kmirrord.statemachine.view.StateRecord;

/** What became of a record that was read. */
public sealed interface Decoded {

    /** A record of a known type. */
    record Known(StateRecord record) implements Decoded {}

    /** A record that the caller skips, counts and logs. It never stops a reader. */
    record Unreadable(Cause cause, String detail) implements Decoded {}

    /** Why a record was skipped. */
    enum Cause {
        /** Written by a newer release. */
        UNKNOWN_TYPE,
        /** Of a known type, but of a version that this release cannot read. */
        UNKNOWN_VERSION,
        /** Not JSON, or not of the form of its type. */
        MALFORMED
    }
}
