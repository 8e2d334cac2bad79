// SPDX-License-Identifier: Apache-2.0
/** The only package of the repository that touches broker internals. */
@NullMarked
package io.kmirrord.bridge.kafka;

import org.jspecify.annotations.NullMarked;
