// SPDX-License-Identifier: Apache-2.0
/** Waiting until every partition is where it was wished. Decisions are pure; only the waiter has a clock. */
@NullMarked
package io.kmirrord.cli.arrival;

import org.jspecify.annotations.NullMarked;
