// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

/** What this build of the bridge is. */
final class BridgeVersion {
    /** Version of the jar, {@code development} outside one. */
    static final String CURRENT = current();

    private BridgeVersion() {}

    private static String current() {
        String version = BridgeVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
