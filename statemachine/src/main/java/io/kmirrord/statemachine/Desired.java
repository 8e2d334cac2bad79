// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** What an operator wishes for a mirror topic. */
public enum Desired {
    MIRRORING,
    PAUSED,
    /** Final within a generation: a generation once wished stopped never goes on. */
    STOPPED
}
