// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.daemon.engine;

import org.jspecify.annotations.NullMarked;
