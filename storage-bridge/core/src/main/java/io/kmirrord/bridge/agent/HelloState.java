// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.wire.Response;
import java.util.Set;

/** What HELLO tells of a node, linked or not. Thread-safe. */
interface HelloState {
    String clusterId();

    int nodeId();

    Set<Response.Role> roles();

    /** The metadata holds at least one fence, or it cannot be known. */
    boolean fenceWanted();

    /** The view of the fences follows the metadata log. */
    boolean fenceFollowed();
}
