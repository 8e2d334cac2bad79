// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line44;

import io.kmirrord.bridge.kafka.BrokerLine;
import io.kmirrord.bridge.kafka.ControllerLine;
import io.kmirrord.bridge.kafka.LogLine;
import io.kmirrord.bridge.kafka.PartitionLine;

/** Adapter for brokers 4.4. */
public final class Line44 implements BrokerLine {
    private final LogLine log = new Log44();
    private final PartitionLine partition = new PartitionLine44();
    private final ControllerLine controller = new ControllerLine44();

    @Override
    public String name() {
        return "4.4";
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
