// SPDX-License-Identifier: Apache-2.0
/** What the storage bridge promises, against real brokers. */
@NullMarked
package io.kmirrord.it.bridge;

import org.jspecify.annotations.NullMarked;
