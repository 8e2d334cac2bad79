// SPDX-License-Identifier: Apache-2.0
/** Every verb of mirrorctl does what it says with a real daemon, on the smallest destination too. */
@NullMarked
package io.kmirrord.it.verbs;

import org.jspecify.annotations.NullMarked;
