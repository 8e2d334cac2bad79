// SPDX-License-Identifier: Apache-2.0
/** The images mirror, where there is a Docker engine to run them. */
@NullMarked
package io.kmirrord.it.docker;

import org.jspecify.annotations.NullMarked;
