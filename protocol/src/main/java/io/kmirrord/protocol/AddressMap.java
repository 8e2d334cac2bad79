// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.util.HashMap;
import java.util.Map;

/**
 * Where advertised addresses are reached from here ({@code source.address.map}): private links and port forwards give
 * brokers addresses that their cluster does not know. TLS still checks the advertised name. Immutable.
 *
 * @param reachable advertised address to the one to connect to; an address that is not a key is used as it is
 */
public record AddressMap(Map<Endpoint, Endpoint> reachable) {

    private static final AddressMap IDENTITY = new AddressMap(Map.of());

    public AddressMap {
        reachable = Map.copyOf(reachable);
    }

    /** The map that changes nothing. */
    public static AddressMap identity() {
        return IDENTITY;
    }

    /**
     * Reads {@code advertised=reachable,advertised=reachable,...}; blanks around the parts are ignored; the empty text
     * is the identity.
     *
     * @throws IllegalArgumentException naming the entry that is malformed or whose advertised address occurs twice
     */
    public static AddressMap parse(String text) {
        if (text.isBlank()) {
            return IDENTITY;
        }
        Map<Endpoint, Endpoint> map = new HashMap<>();
        for (String entry : text.split(",", -1)) {
            int equals = entry.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException(
                        "\"" + entry.trim()
                                + "\" is no entry of an address map; accepted: advertised=reachable, both host:port or [address]:port");
            }
            Endpoint advertised = Endpoint.parse(entry.substring(0, equals));
            Endpoint before = map.put(advertised, Endpoint.parse(entry.substring(equals + 1)));
            if (before != null) {
                throw new IllegalArgumentException("address map names " + advertised + " twice; accepted: once each");
            }
        }
        return new AddressMap(map);
    }

    /** The address to connect to for an advertised one. */
    public Endpoint resolve(Endpoint advertised) {
        return reachable.getOrDefault(advertised, advertised);
    }
}
