// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * Host and port. Immutable.
 *
 * @param host a name, an IPv4 address or an IPv6 address without brackets; not empty
 * @param port 1 to 65535
 */
public record Endpoint(String host, int port) {

    public Endpoint {
        if (host.isEmpty()) {
            throw new IllegalArgumentException("the host is empty; accepted: a name or an address");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of host " + host + "; accepted: 1 to 65535");
        }
    }

    /**
     * Reads {@code host:port} or {@code [v6]:port}.
     *
     * @throws IllegalArgumentException naming the text and the accepted forms
     */
    public static Endpoint parse(String text) {
        String trimmed = text.trim();
        int colon = trimmed.lastIndexOf(':');
        boolean bracketed = trimmed.startsWith("[");
        if (colon < 1 || (bracketed && trimmed.charAt(colon - 1) != ']')) {
            throw malformed(text);
        }
        String host = bracketed ? trimmed.substring(1, colon - 1) : trimmed.substring(0, colon);
        if (host.isEmpty() || host.indexOf('[') >= 0 || (!bracketed && host.indexOf(':') >= 0)) {
            throw malformed(text);
        }
        try {
            return new Endpoint(host, Integer.parseInt(trimmed.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw malformed(text);
        }
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "\"" + text + "\" is no address; accepted: host:port, or [address]:port for IPv6");
    }

    /** The form that {@link #parse} reads: IPv6 in brackets. */
    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
