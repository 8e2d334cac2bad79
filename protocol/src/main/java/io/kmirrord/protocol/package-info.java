// SPDX-License-Identifier: Apache-2.0
/** Client of the Kafka wire protocol on Netty. Knows nothing of mirroring. */
@NullMarked
package io.kmirrord.protocol;

import org.jspecify.annotations.NullMarked;
