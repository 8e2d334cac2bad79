// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

/** What a term remembers of one topic. Confined to the duty's queue. */
final class TopicLine {
    /** A fence that cannot be moved is looked at this often before who asked is told. */
    private static final int MAX_LOOKS = 6;

    private TopicFacts facts = TopicFacts.UNKNOWN;
    private boolean busy;
    private boolean apart;
    private int failures;
    private int looks;
    private int firstEpoch = -1;

    TopicFacts facts() {
        return facts;
    }

    void facts(TopicFacts now) {
        facts = now;
    }

    /** Something is under way, or a back-off runs. */
    boolean busy() {
        return busy;
    }

    void busy(boolean now) {
        busy = now;
    }

    /** Requests for epochs go to the bridge one by one. */
    boolean apart() {
        return apart;
    }

    void apart(boolean now) {
        apart = now;
    }

    /** Least first leader epoch of the topic to be created, -1: as asked. */
    int firstEpoch() {
        return firstEpoch;
    }

    void firstEpoch(int least) {
        firstEpoch = least;
    }

    void succeeded() {
        failures = 0;
        looks = 0;
    }

    /** Returns the number of failures in a row. */
    int failed() {
        return ++failures;
    }

    /** Returns whether looking at the fence once more is worth it. */
    boolean mayLookAgain() {
        return ++looks <= MAX_LOOKS;
    }
}
