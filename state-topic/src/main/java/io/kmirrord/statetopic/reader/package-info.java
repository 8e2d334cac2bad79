// SPDX-License-Identifier: Apache-2.0
/** The view: one thread reads, answers and judges the health of the topic. */
@NullMarked
package io.kmirrord.statetopic.reader;

import org.jspecify.annotations.NullMarked;
