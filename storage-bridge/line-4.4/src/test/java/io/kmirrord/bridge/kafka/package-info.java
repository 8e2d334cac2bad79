// SPDX-License-Identifier: Apache-2.0
/** Tests of the hooks on real logs of a broker; here, since they need a line. */
@NullMarked
package io.kmirrord.bridge.kafka;

import org.jspecify.annotations.NullMarked;
