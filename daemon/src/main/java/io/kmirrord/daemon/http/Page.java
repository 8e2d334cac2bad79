// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An answer to a GET. Immutable.
 *
 * @param status of HTTP
 * @param contentType value of the header
 */
record Page(int status, String contentType, String body) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    static Page metrics(String exposition) {
        return new Page(OK, "text/plain; version=0.0.4; charset=utf-8", exposition);
    }

    /** {@code {"problems": [...], "status": "ok" | "failing"}}; 200 without problems, else 503. */
    static Page verdict(List<String> problems) {
        Map<String, Object> fields = new TreeMap<>();
        fields.put("status", problems.isEmpty() ? "ok" : "failing");
        fields.put("problems", problems);
        try {
            String body = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(fields) + "\n";
            return new Page(problems.isEmpty() ? OK : UNAVAILABLE, "application/json", body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts cannot be written as JSON: " + problems, e);
        }
    }

    static Page error(int status, String message) {
        return new Page(status, "text/plain; charset=utf-8", message + "\n");
    }
}
