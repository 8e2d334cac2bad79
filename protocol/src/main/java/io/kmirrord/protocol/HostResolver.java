// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Turns a host into addresses. Called on a resolver thread for each connect, so it may block; the addresses are tried
 * in order. The JVM keeps answers for {@code networkaddress.cache.ttl} seconds.
 */
@FunctionalInterface
public interface HostResolver {

    /** All addresses, at least one. */
    List<InetAddress> resolve(String host) throws UnknownHostException;

    /** The JVM's resolver. */
    static HostResolver jvm() {
        return host -> List.of(InetAddress.getAllByName(host));
    }
}
