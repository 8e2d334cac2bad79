// SPDX-License-Identifier: Apache-2.0
/**
 * The sync of topic configs (design section 9): what both clusters have, what becomes of it, and who does it. Decisions are
 * pure; effects complete on the threads of Kafka's clients.
 */
@NullMarked
package io.kmirrord.daemon.configs;

import org.jspecify.annotations.NullMarked;
