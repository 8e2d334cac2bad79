// SPDX-License-Identifier: Apache-2.0
/** What people do by hand at either side, and what becomes of it: each row of the table in the guide. */
@NullMarked
package io.kmirrord.it.byhand;

import org.jspecify.annotations.NullMarked;
