// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import io.kmirrord.statetopic.StateTopicException;

/** What came of an attempt to write. */
sealed interface Attempt {

    /** All is committed. */
    record Done() implements Attempt {}

    /** Nothing is committed, or it is not known; it may be tried again. */
    record Again(Throwable cause) implements Attempt {}

    /** The same would be refused again. */
    record Refused(StateTopicException failure) implements Attempt {}

    /** A newer writer of the same name took over: nothing will ever be written by this one. */
    record Fenced() implements Attempt {}
}
