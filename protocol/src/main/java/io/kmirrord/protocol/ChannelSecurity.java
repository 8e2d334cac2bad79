// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import io.netty.channel.ChannelPipeline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * Protects a connection: TLS handlers and SASL exchanges plug in here. Called on the event loop of the connection, must
 * not block. Order: {@link #install} before the connect; after it ApiVersions; then {@link #authenticate}; then
 * ordinary requests. Both are called for every connection anew.
 */
public interface ChannelSecurity {

    /** Adds handlers at the head of the pipeline, before the framing. Idempotence is not needed: one call each. */
    void install(ChannelPipeline pipeline, Peer peer);

    /**
     * Completes when the peer accepts requests, exceptionally (with {@link WireException}) when it does not. The
     * channel is closed when it fails.
     *
     * @param exchange sends requests over this connection
     */
    CompletionStage<Void> authenticate(Exchange exchange, Peer peer);

    /** Nothing: PLAINTEXT. */
    static ChannelSecurity plaintext() {
        return new ChannelSecurity() {
            @Override
            public void install(ChannelPipeline pipeline, Peer peer) {
                // PLAINTEXT has no handlers.
            }

            @Override
            public CompletionStage<Void> authenticate(Exchange exchange, Peer peer) {
                return CompletableFuture.completedFuture(null);
            }
        };
    }

    /** One request at a time before the connection is ready. */
    @FunctionalInterface
    interface Exchange {
        /**
         * Sends a request in the newest version both sides speak.
         *
         * @return the answer; its error code is not looked at
         */
        CompletableFuture<ApiMessage> send(ApiMessage request);
    }
}
