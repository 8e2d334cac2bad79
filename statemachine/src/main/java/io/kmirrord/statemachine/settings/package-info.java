// SPDX-License-Identifier: Apache-2.0
/** Typed settings out of text, checked alike by whoever writes them and whoever reads them. Pure. */
@NullMarked
package io.kmirrord.statemachine.settings;

import org.jspecify.annotations.NullMarked;
