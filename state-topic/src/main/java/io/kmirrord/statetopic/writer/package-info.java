// SPDX-License-Identifier: Apache-2.0
/** Writers: one thread groups, sends and retries. */
@NullMarked
package io.kmirrord.statetopic.writer;

import org.jspecify.annotations.NullMarked;
