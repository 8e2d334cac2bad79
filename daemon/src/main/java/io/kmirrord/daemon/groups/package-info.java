// SPDX-License-Identifier: Apache-2.0
/**
 * Consumer groups' offsets, followed from the source: a round of the daemon with the mirror's duties reads, decides by
 * {@link io.kmirrord.statemachine.decision.GroupOffset}, and commits under the mirror's transactional id; a stop takes that
 * id over and settles what lies above the log before clients may write (F19).
 */
@NullMarked
package io.kmirrord.daemon.groups;

import org.jspecify.annotations.NullMarked;
