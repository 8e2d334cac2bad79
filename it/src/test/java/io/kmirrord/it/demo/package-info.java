// SPDX-License-Identifier: Apache-2.0
/** A stranger's first two commands: the demo proves equality and leaves nothing running; the sandbox stays until it is stopped. */
@NullMarked
package io.kmirrord.it.demo;

import org.jspecify.annotations.NullMarked;
