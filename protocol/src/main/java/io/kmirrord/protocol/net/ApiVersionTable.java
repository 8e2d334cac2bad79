// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.WireException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.Errors;

/** What versions the peer speaks, as it told in ApiVersions. Immutable. */
public final class ApiVersionTable {

    private record Range(short min, short max) {}

    private final Map<Short, Range> ranges;

    private ApiVersionTable(Map<Short, Range> ranges) {
        this.ranges = ranges;
    }

    static ApiVersionTable of(ApiVersionsResponseData answer) {
        Map<Short, Range> ranges = new HashMap<>();
        answer.apiKeys().forEach(k -> ranges.put(k.apiKey(), new Range(k.minVersion(), k.maxVersion())));
        return new ApiVersionTable(Map.copyOf(ranges));
    }

    /**
     * The newest version within [oldest, newest] that both sides speak.
     *
     * @throws WireException FATAL, naming both ranges
     */
    public short newest(ApiMessageType api, int oldest, int newest) {
        Range peer = ranges.get(api.apiKey());
        int low = Math.max(oldest, api.lowestSupportedVersion());
        int high = Math.min(newest, api.highestSupportedVersion(false));
        if (peer == null) {
            throw WireException.found(
                    Errors.UNSUPPORTED_VERSION,
                    "the broker does not speak " + api + " (needed: " + low + " to " + high + ")");
        }
        int version = Math.min(high, peer.max);
        if (version < Math.max(low, peer.min)) {
            throw WireException.found(
                    Errors.UNSUPPORTED_VERSION,
                    "the broker speaks " + api + " versions " + peer.min + " to " + peer.max + "; needed: " + low
                            + " to " + high + ". Sources from Kafka 2.1 on are supported");
        }
        return (short) version;
    }

    /** The newest version that both sides speak. */
    public short newest(ApiMessageType api) {
        return newest(api, api.lowestSupportedVersion(), api.highestSupportedVersion(false));
    }
}
