// SPDX-License-Identifier: Apache-2.0
/**
 * Metadata, leader routing and fetch sessions on top of connections. {@link NettyWireClient#create} is the way in.
 *
 * <p>{@link SessionState} and {@link MetadataCodec} are pure; the other types are thread-safe or say what confines
 * them.
 */
@NullMarked
package io.kmirrord.protocol.client;

import org.jspecify.annotations.NullMarked;
