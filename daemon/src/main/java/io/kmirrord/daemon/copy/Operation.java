// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/** Operations of the bridge that a copy uses. */
public enum Operation {
    BEGIN,
    APPEND,
    SET_LOG_START
}
