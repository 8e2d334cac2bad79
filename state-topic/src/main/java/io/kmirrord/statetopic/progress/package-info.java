// SPDX-License-Identifier: Apache-2.0
/** The progress topic. */
@NullMarked
package io.kmirrord.statetopic.progress;

import org.jspecify.annotations.NullMarked;
