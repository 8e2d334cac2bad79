// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import java.util.function.Supplier;

/** An invariant did not hold. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String invariant;

    Violation(String invariant, String detail) {
        super(invariant + ": " + detail);
        this.invariant = invariant;
    }

    /** Returns its name, such as {@code I1}. */
    public String invariant() {
        return invariant;
    }

    static void unless(boolean holds, String invariant, Supplier<String> detail) {
        if (!holds) {
            throw new Violation(invariant, detail.get());
        }
    }
}
