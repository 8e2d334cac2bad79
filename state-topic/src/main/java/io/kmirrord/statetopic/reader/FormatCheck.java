// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.Optional;

/** Whether a topic is in our format, by its first record. Pure functions. */
final class FormatCheck {
    static final String FORMAT = "kmirrord";
    static final int VERSION = 1;
    static final StateRecord RECORD = new StateRecord(new RecordKey.Magic(), new RecordValue.Magic(FORMAT, VERSION));

    /** What follows. */
    enum Verdict {
        OURS,
        /** Nobody ever wrote to it: the record that says the format is to be written. */
        NEW,
        /** Nobody ever wrote to it, and the caller creates nothing. */
        NOT_SET_UP,
        FOREIGN,
        NEWER
    }

    private FormatCheck() {}

    /**
     * Judges the topic.
     *
     * @param magic what its view holds as magic
     * @param untouched whether every partition ended at offset 0 before the view was read: after it, the ends may tell of a
     *     record that the view lacks because another daemon just wrote it
     */
    static Verdict judge(Optional<RecordValue> magic, boolean untouched, boolean create) {
        if (magic.isPresent()
                && magic.get() instanceof RecordValue.Magic it
                && it.format().equals(FORMAT)) {
            return it.formatVersion() <= VERSION ? Verdict.OURS : Verdict.NEWER;
        }
        if (magic.isPresent() || !untouched) {
            return Verdict.FOREIGN;
        }
        return create ? Verdict.NEW : Verdict.NOT_SET_UP;
    }

    static String text(Verdict verdict, String topic) {
        return switch (verdict) {
            case OURS, NEW -> "";
            case NOT_SET_UP -> "topic " + topic + " is empty. mirrorctl create and mirrorctl state import set it up";
            case FOREIGN ->
                "topic " + topic + " is not in the format of kmirrord, or the record that says so is gone: its "
                        + "partition 0 holds no Magic record. Set another state.topic; if it was ours, restore it";
            case NEWER ->
                "topic " + topic + " is in a newer format than " + VERSION
                        + ", the newest that this release reads. Use the release that wrote it";
        };
    }
}
