// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line41;

import io.kmirrord.bridge.kafka.BrokerLine;
import io.kmirrord.bridge.kafka.ControllerLine;
import io.kmirrord.bridge.kafka.LogLine;
import io.kmirrord.bridge.kafka.PartitionLine;

/** Adapter for brokers 4.1. */
public final class Line41 implements BrokerLine {
    private final LogLine log = new Log41();
    private final PartitionLine partition = new PartitionLine41();
    private final ControllerLine controller = new ControllerLine41();

    @Override
    public String name() {
        return "4.1";
    }

    @Override
    public LogLine log() {
        return log;
    }

    @Override
    public PartitionLine partition() {
        return partition;
    }

    @Override
    public ControllerLine controller() {
        return controller;
    }
}
