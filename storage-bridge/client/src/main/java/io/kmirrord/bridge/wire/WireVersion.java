// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

/**
 * Versions of the layout of bodies. Both sides name a range in HELLO, the bridge answers with the highest version that
 * both speak, and every later frame of the connection carries it. HELLO, its answer and refusals keep their layout for
 * ever, so that two sides without a common version can still say so.
 *
 * <p>A new version adds fields behind {@code if (fields.version() >= n)} in the tables of {@link RequestTypes} and
 * {@link ResponseTypes} and raises {@link #MAX}; a daemon keeps the versions of the last two releases.
 */
public final class WireVersion {
    /** Lowest version that this build speaks. */
    public static final int MIN = 1;

    /** Highest version that this build speaks. */
    public static final int MAX = 1;

    /** Version that the frames of HELLO carry, whatever is agreed on later. */
    public static final int OF_HELLO = 1;

    private WireVersion() {}

    /**
     * Returns the highest version that is in both ranges.
     *
     * @throws BridgeException {@link ErrorCode#UNSUPPORTED_VERSION} with both ranges, if there is none
     */
    public static int negotiate(int theirMin, int theirMax) throws BridgeException {
        int version = Math.min(MAX, theirMax);
        if (theirMin > theirMax || version < MIN || version < theirMin) {
            throw new BridgeException(
                    ErrorCode.UNSUPPORTED_VERSION,
                    MAX,
                    "wire versions " + theirMin + " to " + theirMax + " asked for, this side speaks " + MIN + " to "
                            + MAX + "; upgrade the older of daemon and storage bridge");
        }
        return version;
    }
}
