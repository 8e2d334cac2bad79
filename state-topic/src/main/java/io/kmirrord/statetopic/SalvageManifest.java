// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.codec.ExportFormat;
import java.io.IOException;

/**
 * What lies beside the file of a salvage and makes it whole: one line of JSON, the same as a line of an export of the
 * state topic, with types and versions. Immutable.
 *
 * <pre>
 * {"key":{"type":"Salvage","v":1,"mirror":"west", ...},"value":{"type":"Salvage","v":1,"topic":"orders", ...}}
 * </pre>
 */
public record SalvageManifest(RecordKey.Salvage key, RecordValue.Salvage value) {
    /** What its name has behind that of the file. */
    public static final String SUFFIX = ".manifest";

    /** Returns the content of the file, the end of the line included. */
    public String text() {
        return new ExportFormat().line(record()) + "\n";
    }

    /** Returns it as the state topic holds it. */
    public StateRecord record() {
        return new StateRecord(key, value);
    }

    /**
     * Reads the content of a file.
     *
     * @throws IOException if it is no manifest that this release can read
     */
    public static SalvageManifest parse(String text) throws IOException {
        StateRecord record = new ExportFormat().record(text);
        if (record.key() instanceof RecordKey.Salvage key && record.value() instanceof RecordValue.Salvage value) {
            return new SalvageManifest(key, value);
        }
        throw new IOException(
                "not the manifest of a salvage but " + record.key() + "; accepted: a record of type Salvage");
    }
}
