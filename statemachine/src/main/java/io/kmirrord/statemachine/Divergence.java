// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** How a source stopped to contain the copy. */
public enum Divergence {
    /** The source reported another history below our end: an unclean election. */
    EPOCHS,
    /** The source ends below our end, or has lost all that we hold (F10). */
    SHORTER
}
