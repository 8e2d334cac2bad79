// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.statemachine.settings;

import org.jspecify.annotations.NullMarked;
