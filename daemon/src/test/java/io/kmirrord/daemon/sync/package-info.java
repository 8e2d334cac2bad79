// SPDX-License-Identifier: Apache-2.0
/** Tests of {@link io.kmirrord.daemon.sync}. */
@NullMarked
package io.kmirrord.daemon.sync;

import org.jspecify.annotations.NullMarked;
