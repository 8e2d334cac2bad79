// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.cli.plan;

import org.jspecify.annotations.NullMarked;
