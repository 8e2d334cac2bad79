// SPDX-License-Identifier: Apache-2.0
/**
 * The view of {@code __mirror_state} as a join. Each key has one writer, and every key that may compete with another holds
 * what decides between them, so that the view is the same for every reader, whatever the order in which the partitions of
 * the topic are read and whatever compaction has removed (I11).
 */
@NullMarked
package io.kmirrord.statemachine.view;

import org.jspecify.annotations.NullMarked;
