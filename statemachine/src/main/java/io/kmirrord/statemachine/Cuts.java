// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import java.util.ArrayList;
import java.util.List;

/**
 * What a generation removed from the log, all of it saved before. Immutable.
 *
 * @param count of cuts, 0 or more
 * @param records in all of them, markers of transactions included
 * @param bytes in all of them
 * @param newest the last ones, oldest first; a state must stay small
 */
public record Cuts(int count, long records, long bytes, List<Cut> newest) {
    /** How many of the newest are kept one by one. */
    public static final int KEPT = 4;

    public static final Cuts NONE = new Cuts(0, 0, 0, List.of());

    /**
     * One cut.
     *
     * @param id under which it was saved, and by which the salvage is called
     * @param from first offset that was removed
     * @param end offset after the last
     * @param bytes of the salvage
     */
    public record Cut(EffectId id, SalvageReason reason, long from, long end, long records, long bytes) {}

    public Cuts {
        newest = List.copyOf(newest);
    }

    /**
     * Adds a cut that was saved. One that removes nothing is none.
     *
     * @param again the barrier of the last one was not reached: what of it is saved again was not removed then
     */
    Cuts with(Cut cut, boolean again) {
        if (cut.bytes() == 0) {
            return this;
        }
        List<Cut> all = new ArrayList<>(newest);
        Cuts before = this;
        if (again && !all.isEmpty() && cut.end() > all.get(all.size() - 1).from()) {
            Cut replaced = all.remove(all.size() - 1);
            before = new Cuts(count - 1, records - replaced.records(), bytes - replaced.bytes(), all);
        }
        all.add(cut);
        return new Cuts(
                before.count + 1,
                before.records + cut.records(),
                before.bytes + cut.bytes(),
                all.subList(Math.max(0, all.size() - KEPT), all.size()));
    }
}
