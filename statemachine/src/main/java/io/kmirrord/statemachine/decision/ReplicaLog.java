// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/**
 * A replica of a partition, as far as a cut must know it. Immutable.
 *
 * @param cleanerCheckpoint offset up to which its cleaner passed, -1 if never
 */
public record ReplicaLog(int nodeId, long cleanerCheckpoint) {}
