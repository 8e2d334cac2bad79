// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

/** What this build of the bridge is and speaks. */
final class BridgeVersion {
    /** Wire versions that this bridge speaks: those of the last two releases. */
    static final int WIRE_MIN = 1;

    static final int WIRE_MAX = 1;

    /** Version of the jar, {@code development} outside one. */
    static final String CURRENT = current();

    private BridgeVersion() {}

    private static String current() {
        String version = BridgeVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
