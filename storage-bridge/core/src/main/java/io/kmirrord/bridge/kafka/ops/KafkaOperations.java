// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.server.BridgeOperations;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.List;
import java.util.function.Consumer;

/** All operations but HELLO. */
public final class KafkaOperations implements BridgeOperations {
    private final BrokerNode node;

    public KafkaOperations(BrokerNode node) {
        this.node = node;
    }

    @Override
    public Response handle(Request request) throws BridgeException {
        if (request instanceof Request.Describe) {
            return new Response.Description(
                    node.fences().viewOffset(), node.fences().fences(), List.of());
        }
        throw new BridgeException(
                ErrorCode.INVALID_REQUEST,
                "unknown request " + request.getClass().getSimpleName());
    }

    @Override
    public AutoCloseable watch(Consumer<Response.WatchUpdate> sink) throws BridgeException {
        throw new BridgeException(ErrorCode.INVALID_REQUEST, "unknown request Watch");
    }
}
