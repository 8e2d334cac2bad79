// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

/** The workload could not be written as described, or the cluster does not hold what was acknowledged. */
public final class WorkloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WorkloadException(String message) {
        super(message);
    }

    public WorkloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
