// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * The other end of a connection.
 *
 * @param brokerId -1 for an address of the bootstrap list
 * @param advertised as the cluster names it: the name that TLS checks
 * @param reachable where we connect to, after {@link AddressMap}
 */
public record Peer(int brokerId, Endpoint advertised, Endpoint reachable) {

    @Override
    public String toString() {
        String who = brokerId < 0 ? "bootstrap " + advertised : "broker " + brokerId + " at " + advertised;
        return advertised.equals(reachable) ? who : who + " (via " + reachable + ")";
    }
}
