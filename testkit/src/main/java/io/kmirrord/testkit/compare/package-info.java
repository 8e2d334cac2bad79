// SPDX-License-Identifier: Apache-2.0
/**
 * Proof of equality, two ways: replicas batch by batch from their log directories ({@link LogComparison}), and clusters
 * record by record through the Kafka protocol ({@link ClusterComparison}). Both return data and never assert, so that
 * tests, the demo and tools can share them. Nothing here is needed to be fast; everything is needed to be right, so the
 * batch reader is our own and shares no code with what it checks.
 */
@NullMarked
package io.kmirrord.testkit.compare;

import org.jspecify.annotations.NullMarked;
