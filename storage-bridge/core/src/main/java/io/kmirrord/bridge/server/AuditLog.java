// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Request;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line per mutating operation in the broker's log, logger {@value #LOGGER}. APPEND has none: BEGIN, which grants
 * the right to append, is its line. Thread-safe.
 */
final class AuditLog {
    static final String LOGGER = "io.kmirrord.bridge.audit";
    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final int MAX_CHARS = 2000;

    private final Consumer<String> sink;

    AuditLog(Consumer<String> sink) {
        this.sink = sink;
    }

    /** Returns the log that stands in the broker's. */
    static AuditLog inBrokerLog() {
        return new AuditLog(LOG::info);
    }

    static boolean covers(Request request) {
        return !(request instanceof Request.Hello
                || request instanceof Request.Watch
                || request instanceof Request.Describe
                || request instanceof Request.Append
                || request instanceof Request.Await
                || request instanceof Request.EndOffsetForEpoch
                || request instanceof Request.Read);
    }

    void write(Peer peer, String client, Request request, String outcome, long tookMs) {
        sink.accept(line(peer, client, request, outcome, tookMs));
    }

    /** Returns the line. Control characters of what the client sent are replaced, so that it can't forge a line. */
    static String line(Peer peer, String client, Request request, String outcome, long tookMs) {
        return "op=" + Frames.nameOf(request)
                + " user=" + clean(peer.user())
                + " client=\"" + clean(client).replace('"', '\'') + "\""
                + " request=" + clean(request.toString())
                + " outcome=\"" + clean(outcome).replace('"', '\'') + "\""
                + " took_ms=" + tookMs;
    }

    static String clean(String text) {
        String shown = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}
