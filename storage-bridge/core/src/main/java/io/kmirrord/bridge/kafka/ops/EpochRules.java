// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;

/** How far a leader epoch may be raised: it can never be lowered again (F18). Pure. */
final class EpochRules {
    static final int MAX_EPOCH = 1 << 30;
    static final int MAX_STEP = 1 << 21;

    private EpochRules() {}

    /**
     * Checks a raise from the present epoch.
     *
     * @throws BridgeException {@link ErrorCode#INVALID_REQUEST} naming the value and the limit
     */
    static void checkRaise(int partition, int present, int wanted) throws BridgeException {
        checkValue(wanted);
        if (wanted - present > MAX_STEP) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    present,
                    "leader epoch " + wanted + " for partition " + partition + " is " + (wanted - present) + " above "
                            + present + "; accepted: steps up to " + MAX_STEP
                            + ". An epoch that the source's metadata does not confirm is corruption, not a reason to raise");
        }
    }

    /** Checks a value by itself. */
    static void checkValue(int epoch) throws BridgeException {
        if (epoch < 0 || epoch > MAX_EPOCH) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST, "leader epoch " + epoch + "; accepted: 0 to " + MAX_EPOCH);
        }
    }
}
