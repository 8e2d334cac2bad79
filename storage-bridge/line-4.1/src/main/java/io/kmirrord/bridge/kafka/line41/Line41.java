// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line41;

import io.kmirrord.bridge.kafka.BrokerLine;
import io.kmirrord.bridge.kafka.LogLine;

/** Adapter for brokers 4.1. */
public final class Line41 implements BrokerLine {
    private final LogLine log = new Log41();

    @Override
    public String name() {
        return "4.1";
    }

    @Override
    public LogLine log() {
        return log;
    }
}
