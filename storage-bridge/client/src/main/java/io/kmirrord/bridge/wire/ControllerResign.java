// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.util.Optional;

/**
 * Asks the active controller to step down, since the daemon beside it is dead and no other daemon reaches its bridge
 * (operations-review R4). It is the value of a dynamic config of a broker, of any one, so that every node replays it; the
 * bridge of the node that it names heeds it in that epoch alone, and once. Immutable.
 *
 * @param nodeId of the active controller
 * @param epoch its claim, 0 or more
 */
public record ControllerResign(int nodeId, int epoch) {
    /** Key of the dynamic config. */
    public static final String CONFIG_KEY = "kmirrord.controller.resign";

    private static final char SEPARATOR = '@';

    /** Returns the value of the config. */
    public String text() {
        return nodeId + String.valueOf(SEPARATOR) + epoch;
    }

    /** Returns what a value says, nothing if it is none of ours. */
    public static Optional<ControllerResign> parse(String text) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ControllerResign(
                    Integer.parseInt(text.substring(0, separator)), Integer.parseInt(text.substring(separator + 1))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
