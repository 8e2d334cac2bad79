// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.fault;

/** Which way bytes flow through a link. */
public enum Direction {
    /** From the client to the server. */
    TO_TARGET,
    /** From the server to the client. */
    TO_CLIENT
}
