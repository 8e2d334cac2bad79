// SPDX-License-Identifier: Apache-2.0
/** The verbs of mirrorctl. */
@NullMarked
package io.kmirrord.cli.verb;

import org.jspecify.annotations.NullMarked;
