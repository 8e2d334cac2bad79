// SPDX-License-Identifier: Apache-2.0
/** JSON of progress records and of exports. The only package of this module that uses Jackson. */
@NullMarked
package io.kmirrord.statetopic.codec;

import org.jspecify.annotations.NullMarked;
