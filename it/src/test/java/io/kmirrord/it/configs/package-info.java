// SPDX-License-Identifier: Apache-2.0
/** Topics at the destination are configured as they are at the source. */
@NullMarked
package io.kmirrord.it.configs;

import org.jspecify.annotations.NullMarked;
