// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

/** Operations of the bridge that a partition mirror uses. */
public enum Operation {
    BEGIN,
    APPEND,
    RESTART_AT,
    SET_LOG_START
}
