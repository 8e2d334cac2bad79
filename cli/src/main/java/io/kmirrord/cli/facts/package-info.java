// SPDX-License-Identifier: Apache-2.0
/** What is read off the view for operators. Pure. */
@NullMarked
package io.kmirrord.cli.facts;

import org.jspecify.annotations.NullMarked;
