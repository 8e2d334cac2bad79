// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import org.jspecify.annotations.Nullable;

/**
 * A value that the destination does not accept. Immutable.
 *
 * @param value null: the key cannot be removed
 * @param text of the destination
 * @param atMs when it was refused, wall clock
 */
public record RefusedValue(@Nullable String value, String text, long atMs) {}
