// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.Phase;

/** What clients are told about a fence. Stateless. */
final class FenceText {
    private FenceText() {}

    static String refusal(String topic, FenceEntry fence, Phase phase) {
        return "topic '" + topic + "' is read-only here: it is a mirror topic of mirror '" + fence.mirror()
                + "' (phase " + phase + "). To write to it, stop the mirror: mirrorctl failover " + fence.mirror()
                + " --topics " + topic;
    }

    static String delay(String topic, FenceEntry fence) {
        return "mirror '" + fence.mirror() + "' is being stopped and topic '" + topic
                + "' opens for writes in a moment; try again";
    }

    static String swallowed(String topic, FenceEntry fence, Phase phase) {
        return "topic '" + topic + "' is a mirror topic of mirror '" + fence.mirror() + "' (phase " + phase
                + "): transaction markers of this cluster are not written to it";
    }
}
