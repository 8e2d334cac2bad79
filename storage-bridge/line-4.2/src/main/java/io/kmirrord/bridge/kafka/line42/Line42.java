// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line42;

import io.kmirrord.bridge.kafka.BrokerLine;
import io.kmirrord.bridge.kafka.ControllerLine;
import io.kmirrord.bridge.kafka.LogLine;
import io.kmirrord.bridge.kafka.PartitionLine;

/** Adapter for brokers 4.2. */
public final class Line42 implements BrokerLine {
    private final LogLine log = new Log42();
    private final PartitionLine partition = new PartitionLine42();
    private final ControllerLine controller = new ControllerLine42();

    @Override
    public String name() {
        return "4.2";
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
