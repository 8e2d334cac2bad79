// SPDX-License-Identifier: Apache-2.0
/** What a changing command writes, decided from the view. Pure. */
@NullMarked
package io.kmirrord.cli.plan;

import org.jspecify.annotations.NullMarked;
