// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.cli.salvage;

import org.jspecify.annotations.NullMarked;
