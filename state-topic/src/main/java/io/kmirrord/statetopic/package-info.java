// SPDX-License-Identifier: Apache-2.0
/**
 * The client of {@code __mirror_state} and {@code __mirror_progress}, used by daemon and CLI: topics created and checked, a
 * view read with barriers, writers, and export.
 */
@NullMarked
package io.kmirrord.statetopic;

import org.jspecify.annotations.NullMarked;
