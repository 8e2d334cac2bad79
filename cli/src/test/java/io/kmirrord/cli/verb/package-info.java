// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.cli.verb;

import org.jspecify.annotations.NullMarked;
