// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of one of a mirror's two lists of patterns. Immutable.
 *
 * @param list what the operator calls it: {@code topics} or {@code exclude}
 * @param remove texts as they stand in the list
 */
public record PatternEdit(String list, TopicPatterns add, List<String> remove) {
    /**
     * Checks what can be checked without a cluster.
     *
     * @throws io.kmirrord.cli.CliException CONTRADICTION
     */
    public PatternEdit {
        remove = List.copyOf(remove);
        for (var text : remove) {
            if (add.texts().contains(text)) {
                throw CliError.CONTRADICTION.with("--add-" + list + " " + text, "--remove-" + list + " " + text);
            }
        }
    }

    boolean isEmpty() {
        return add.isEmpty() && remove.isEmpty();
    }

    /**
     * Returns the list after the change.
     *
     * @param steps what is done is added to them
     * @throws io.kmirrord.cli.CliException PATTERN_NOT_SET
     */
    List<String> of(List<String> present, String mirror, List<String> steps) {
        var texts = new ArrayList<>(present);
        for (var text : remove) {
            if (!texts.remove(text)) {
                throw CliError.PATTERN_NOT_SET.with(
                        text, list, mirror, present.isEmpty() ? "none" : String.join(", ", present));
            }
            steps.add("remove " + list + " " + text);
        }
        for (var text : add.texts()) {
            if (!texts.contains(text)) {
                texts.add(text);
                steps.add("add " + list + " " + text);
            }
        }
        return texts;
    }
}
