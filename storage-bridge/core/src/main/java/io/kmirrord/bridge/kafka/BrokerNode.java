// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Response;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import kafka.server.ReplicaManager;
import kafka.server.SharedServer;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.server.ProcessRole;
import org.jspecify.annotations.Nullable;

/**
 * The broker or controller of this JVM: the objects captured while it was built, and what the bridge knows of it. One
 * per JVM. Thread-safe.
 */
public final class BrokerNode {
    private final BrokerLine line;
    private final String brokerVersion;
    private final FenceView fences = new FenceView();
    private final HookCounters counters = new HookCounters();
    private final List<ImageListener> imageListeners = new CopyOnWriteArrayList<>();

    private volatile @Nullable SharedServer sharedServer;
    private volatile @Nullable ReplicaManager replicaManager;
    private volatile @Nullable QuorumController controller;

    public BrokerNode(BrokerLine line, String brokerVersion) {
        this.line = line;
        this.brokerVersion = brokerVersion;
    }

    public BrokerLine line() {
        return line;
    }

    /** Returns the version that the broker's jars name, such as {@code 4.4.0}. */
    public String brokerVersion() {
        return brokerVersion;
    }

    public FenceView fences() {
        return fences;
    }

    public HookCounters counters() {
        return counters;
    }

    /**
     * Returns the replica manager.
     *
     * @throws BridgeException {@link ErrorCode#NOT_BROKER} on a node without the role, or before it was built
     */
    public ReplicaManager replicaManager() throws BridgeException {
        ReplicaManager present = replicaManager;
        if (present == null) {
            throw new BridgeException(
                    ErrorCode.NOT_BROKER, "this node is not a broker, or is still starting; ask the broker itself");
        }
        return present;
    }

    /** Returns the replica manager, or null on a node without one. */
    public @Nullable ReplicaManager replicaManagerOrNull() {
        return replicaManager;
    }

    /**
     * Returns the controller of this node, active or not.
     *
     * @throws BridgeException {@link ErrorCode#NOT_CONTROLLER} on a node without the role, or before it was built
     */
    public QuorumController controller() throws BridgeException {
        QuorumController present = controller;
        if (present == null) {
            throw new BridgeException(
                    ErrorCode.NOT_CONTROLLER,
                    "this node is not a controller, or is still starting; ask the active controller");
        }
        return present;
    }

    /** Returns the controller, or null on a node without one. */
    public @Nullable QuorumController controllerOrNull() {
        return controller;
    }

    /** Returns what brokers and controllers share. Set before anything else of the node. */
    public SharedServer sharedServer() {
        SharedServer present = sharedServer;
        if (present == null) {
            throw new IllegalStateException("no SharedServer was built in this JVM yet");
        }
        return present;
    }

    public int nodeId() {
        return sharedServer().nodeId();
    }

    public String clusterId() {
        return sharedServer().clusterId();
    }

    /** Returns the roles that the configuration gives this node. */
    public Set<Response.Role> roles() {
        Set<Response.Role> roles = EnumSet.noneOf(Response.Role.class);
        scala.collection.immutable.Set<ProcessRole> configured =
                sharedServer().brokerConfig().processRoles();
        if (configured.contains(ProcessRole.BrokerRole)) {
            roles.add(Response.Role.BROKER);
        }
        if (configured.contains(ProcessRole.ControllerRole)) {
            roles.add(Response.Role.CONTROLLER);
        }
        return roles;
    }

    /** Follows the metadata log from the next image on, until the listener is removed. */
    public void addImageListener(ImageListener listener) {
        imageListeners.add(listener);
    }

    public void removeImageListener(ImageListener listener) {
        imageListeners.remove(listener);
    }

    List<ImageListener> imageListeners() {
        return imageListeners;
    }

    void capture(SharedServer built) {
        sharedServer = built;
    }

    void capture(ReplicaManager built) {
        replicaManager = built;
    }

    void capture(QuorumController built) {
        controller = built;
    }
}
