// SPDX-License-Identifier: Apache-2.0
/** What a daemon tells its operator, in its log and in the progress topic. */
@NullMarked
package io.kmirrord.daemon.report;

import org.jspecify.annotations.NullMarked;
