// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.bridge.server;

import org.jspecify.annotations.NullMarked;
