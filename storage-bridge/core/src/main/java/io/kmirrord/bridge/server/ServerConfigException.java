// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.util.List;

/** Settings that can't be used, with every problem found. Immutable. */
public final class ServerConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // List.copyOf returns serialisable lists
    private final List<String> problems;

    ServerConfigException(List<String> problems) {
        super("settings of the storage bridge: " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns one line per problem, at least one. */
    public List<String> problems() {
        return problems;
    }
}
