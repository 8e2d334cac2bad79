// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

/** A node or cluster did not come up; the message carries the end of the logs and says where they are. */
public final class ClusterStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClusterStartException(String message) {
        super(message);
    }
}
