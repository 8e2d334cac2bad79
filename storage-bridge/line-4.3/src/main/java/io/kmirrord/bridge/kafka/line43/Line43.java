// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line43;

import io.kmirrord.bridge.kafka.BrokerLine;
import io.kmirrord.bridge.kafka.LogLine;

/** Adapter for brokers 4.3. */
public final class Line43 implements BrokerLine {
    private final LogLine log = new Log43();

    @Override
    public String name() {
        return "4.3";
    }

    @Override
    public LogLine log() {
        return log;
    }
}
