// SPDX-License-Identifier: Apache-2.0
/** Files of salvages on the host where the command runs. */
@NullMarked
package io.kmirrord.cli.salvage;

import org.jspecify.annotations.NullMarked;
