// SPDX-License-Identifier: Apache-2.0
/** The duties of daemons, on real brokers with bridges. */
@NullMarked
package io.kmirrord.it.duty;

import org.jspecify.annotations.NullMarked;
