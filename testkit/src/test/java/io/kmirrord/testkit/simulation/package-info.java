// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.testkit.simulation;

import org.jspecify.annotations.NullMarked;
