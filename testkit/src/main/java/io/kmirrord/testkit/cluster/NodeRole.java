// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

/** What a process of a cluster is. */
public enum NodeRole {
    /** Broker and controller in one process. */
    COMBINED,
    BROKER,
    CONTROLLER,
    ZOOKEEPER;

    public boolean isBroker() {
        return this == COMBINED || this == BROKER;
    }

    public boolean isController() {
        return this == COMBINED || this == CONTROLLER;
    }

    /** The value of {@code process.roles}. */
    String processRoles() {
        return switch (this) {
            case COMBINED -> "broker,controller";
            case BROKER -> "broker";
            case CONTROLLER -> "controller";
            case ZOOKEEPER -> throw new IllegalStateException("a ZooKeeper has no process.roles");
        };
    }
}
