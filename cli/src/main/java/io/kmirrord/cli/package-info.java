// SPDX-License-Identifier: Apache-2.0
/** The operator's command, mirrorctl. */
@NullMarked
package io.kmirrord.cli;

import org.jspecify.annotations.NullMarked;
