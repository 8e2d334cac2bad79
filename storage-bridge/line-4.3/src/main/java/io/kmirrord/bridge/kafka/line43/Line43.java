// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line43;

import io.kmirrord.bridge.kafka.BrokerLine;
import io.kmirrord.bridge.kafka.ControllerLine;
import io.kmirrord.bridge.kafka.LogLine;
import io.kmirrord.bridge.kafka.PartitionLine;

/** Adapter for brokers 4.3. */
public final class Line43 implements BrokerLine {
    private final LogLine log = new Log43();
    private final PartitionLine partition = new PartitionLine43();
    private final ControllerLine controller = new ControllerLine43();

    @Override
    public String name() {
        return "4.3";
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
