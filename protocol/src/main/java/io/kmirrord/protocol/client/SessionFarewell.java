// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.net.Futures;
import io.kmirrord.protocol.net.Link;
import io.kmirrord.protocol.net.MessageCall;
import java.time.Duration;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;

/** Ends a session at the broker, so that its slot is free at once, then closes the link. */
final class SessionFarewell {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    /** First version with sessions. */
    private static final int OLDEST = 7;

    private SessionFarewell() {}

    /** Best effort: the link is closed whatever the answer; a broker ends unused sessions by itself. */
    static void send(Link link, SessionState state) {
        FetchRequestData closing = state.closing();
        if (closing == null || !link.idle()) {
            link.close();
            return;
        }
        Futures.onDone(
                link.send(new MessageCall<>(
                        ApiMessageType.FETCH,
                        OLDEST,
                        version -> closing,
                        new FetchResponseData(),
                        FetchResponseData::throttleTimeMs,
                        TIMEOUT)),
                answer -> link.close(),
                error -> link.close());
    }
}
