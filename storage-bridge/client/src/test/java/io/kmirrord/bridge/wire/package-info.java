// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.bridge.wire;

import org.jspecify.annotations.NullMarked;
