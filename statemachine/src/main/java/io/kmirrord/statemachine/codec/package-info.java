// SPDX-License-Identifier: Apache-2.0
/** JSON of the records of {@code __mirror_state}. The only package of this module that uses Jackson. */
@NullMarked
package io.kmirrord.statemachine.codec;

import org.jspecify.annotations.NullMarked;
