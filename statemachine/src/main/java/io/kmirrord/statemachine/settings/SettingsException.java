// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.List;

/** The configuration cannot be used. Holds every problem found, not only the first. */
public final class SettingsException extends Exception {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    public SettingsException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** One line each: the key, its bad value, the accepted ones. Not empty. */
    public List<String> problems() {
        return problems;
    }
}
