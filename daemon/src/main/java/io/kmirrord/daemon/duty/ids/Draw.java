// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.ids;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * How far taking ids from one broker has come. A value; pure.
 *
 * @param least the broker is drained once it gives this id or a higher one
 * @param taken ids below it that the broker gave
 * @param last of them, -1 for none
 * @param waitsFor what went wrong last and may pass, null if nothing did
 * @param done no more is asked
 * @param undrained why it is done without being drained, null if it is drained or not done
 */
record Draw(
        long least,
        int taken,
        long last,
        @Nullable String waitsFor,
        boolean done,
        @Nullable Undrained undrained) {
    /** A broker holds a block of 1,000 and at most one more; the rest is a margin. */
    static final int MOST = 2_100;

    static Draw begin(long least) {
        return new Draw(least, 0, -1, null, false, null);
    }

    /** The broker gave an id. */
    Draw took(long id) {
        if (id >= least) {
            return new Draw(least, taken, id, null, true, null);
        }
        Draw next = new Draw(least, taken + 1, id, null, false, null);
        return next.taken < MOST
                ? next
                : next.end(
                        false, "gave " + next.taken + " ids, more than it can hold in stock, the last of them " + id);
    }

    /** The broker refused. */
    Draw refused(Errors error) {
        if (error == Errors.CLUSTER_AUTHORIZATION_FAILED) {
            return end(true, error.name());
        }
        // A broker whose stock is used up says so until the controller has given it the next block.
        if (error == Errors.COORDINATOR_LOAD_IN_PROGRESS) {
            return waits("it has no more ids until the controller gives it some");
        }
        return error.exception() instanceof RetriableException
                ? waits("it answers " + error.name())
                : end(false, "it answers " + error.name());
    }

    /** The connection was refused, was lost, or is not made yet. */
    Draw unreachable() {
        return waits("it cannot be reached");
    }

    /** The broker does not believe who the daemon is, or the other way round; repeated, that ends the same. */
    Draw unauthenticated(AuthenticationException problem) {
        return end(false, "no connection to it can be authenticated: " + problem.getMessage());
    }

    /** The broker does not know the request. */
    Draw unsupported(String why) {
        return end(false, "it cannot be asked: " + why);
    }

    /** The time is over; one that is done stays as it is. */
    Draw late(long waitedMs) {
        if (done) {
            return this;
        }
        String why = waitsFor == null ? "it does not answer" : waitsFor;
        return end(false, why + "; gave up after " + waitedMs + " ms and " + taken + " ids");
    }

    private Draw waits(String why) {
        return new Draw(least, taken, last, why, false, null);
    }

    private Draw end(boolean unauthorized, String why) {
        return new Draw(least, taken, last, waitsFor, true, new Undrained(unauthorized, why));
    }
}
