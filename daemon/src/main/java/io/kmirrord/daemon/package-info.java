// SPDX-License-Identifier: Apache-2.0
/** The daemon beside a destination broker: fetches raw batches at the source and appends them through the storage bridge. */
@NullMarked
package io.kmirrord.daemon;

import org.jspecify.annotations.NullMarked;
