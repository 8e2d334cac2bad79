// SPDX-License-Identifier: Apache-2.0
/** What a daemon tells its operator. */
@NullMarked
package io.kmirrord.daemon.report;

import org.jspecify.annotations.NullMarked;
