// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.statetopic.codec;

import org.jspecify.annotations.NullMarked;
