// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.facts;

import io.kmirrord.cli.CliError;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import java.util.Map;
import java.util.TreeMap;

/** Salvages as the view tells of them. Pure. */
public final class Salvages {
    private Salvages() {}

    /**
     * Returns those of a mirror by id; also of one that was deleted.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR if there is neither the mirror nor a salvage of it
     */
    public static Map<String, RecordValue.Salvage> of(StateView view, String mirror) {
        var found = new TreeMap<String, RecordValue.Salvage>();
        view.salvages().forEach((key, value) -> {
            if (key.mirror().equals(mirror)) {
                found.put(key.salvageId(), value);
            }
        });
        if (found.isEmpty() && view.mirror(mirror).isEmpty()) {
            MirrorFacts.of(view, mirror);
        }
        return found;
    }

    /**
     * Returns one.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR, UNKNOWN_SALVAGE
     */
    public static RecordValue.Salvage one(StateView view, String mirror, String id) {
        var salvage = of(view, mirror).get(id);
        if (salvage == null) {
            throw CliError.UNKNOWN_SALVAGE.with(mirror, id);
        }
        return salvage;
    }
}
