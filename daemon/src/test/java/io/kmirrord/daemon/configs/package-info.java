// SPDX-License-Identifier: Apache-2.0
/** Tests of the sync of topic configs. */
@NullMarked
package io.kmirrord.daemon.configs;

import org.jspecify.annotations.NullMarked;
