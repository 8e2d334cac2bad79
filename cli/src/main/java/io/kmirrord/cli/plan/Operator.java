// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.BuildVersion;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Who runs the command, as claimed by this host. Immutable. */
public record Operator(String user, String host, String clientVersion) {

    /** Returns who runs this process. */
    public static Operator ofThisProcess() {
        return new Operator(System.getProperty("user.name", "unknown"), ownHost(), BuildVersion.text());
    }

    private static String ownHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // The host's own name does not resolve; what it is called is in the message.
            return String.valueOf(e.getMessage());
        }
    }
}
