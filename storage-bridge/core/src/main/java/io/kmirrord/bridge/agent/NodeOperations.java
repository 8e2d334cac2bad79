// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.link.Adapter;
import io.kmirrord.bridge.server.BridgeOperations;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.WireVersion;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers HELLO on every node, and refuses everything else with {@link ErrorCode#UNSUPPORTED_BROKER} and the list of
 * what is missing where the bridge did not link or a hook was not woven in. Thread-safe.
 */
final class NodeOperations implements BridgeOperations {
    private final HelloState state;
    private final Installation installation;
    private final @Nullable BridgeOperations linked;

    /**
     * Makes the operations.
     *
     * @param linked the operations of a broker that linked, null if it did not
     */
    NodeOperations(HelloState state, Installation installation, @Nullable BridgeOperations linked) {
        this.state = state;
        this.installation = installation;
        this.linked = linked;
    }

    @Override
    public Response handle(Request request) throws BridgeException {
        if (request instanceof Request.Hello hello) {
            return hello(hello);
        }
        return linkedOrRefuse().handle(request);
    }

    @Override
    public AutoCloseable watch(Consumer<Response.WatchUpdate> sink) throws BridgeException {
        return linkedOrRefuse().watch(sink);
    }

    private BridgeOperations linkedOrRefuse() throws BridgeException {
        List<String> problems = installation.problems();
        if (linked == null || !problems.isEmpty()) {
            throw new BridgeException(
                    ErrorCode.UNSUPPORTED_BROKER,
                    "broker " + installation.report().brokerVersion() + " is not supported by bridge "
                            + BridgeVersion.CURRENT + "; install a bridge that supports it (check with: java -jar "
                            + "storage-bridge.jar check LIBS_DIR). Missing: " + String.join("; ", problems));
        }
        return linked;
    }

    private Response.Hello hello(Request.Hello hello) throws BridgeException {
        int version = WireVersion.negotiate(hello.minVersion(), hello.maxVersion());
        List<String> problems = installation.problems();
        Adapter adapter = installation.report().adapter();
        boolean works = linked != null && problems.isEmpty();
        return new Response.Hello(
                version,
                BridgeVersion.CURRENT,
                installation.report().brokerVersion(),
                state.clusterId(),
                state.nodeId(),
                state.roles(),
                works && adapter != null ? adapter.line() : null,
                problems,
                state.fenceWanted(),
                works && state.fenceFollowed());
    }
}
