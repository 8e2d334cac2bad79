// SPDX-License-Identifier: Apache-2.0
/**
 * The sync of ACLs (design section 9): what both clusters have in the declared scope, what becomes of it, and who does it.
 * Decisions are pure; effects complete on the threads of Kafka's clients.
 */
@NullMarked
package io.kmirrord.daemon.acls;

import org.jspecify.annotations.NullMarked;
