// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/** An epoch beyond what may ever be asked for. The message names it and the limit. */
public final class EpochLimitException extends Exception {
    private static final long serialVersionUID = 1L;

    public EpochLimitException(String message) {
        super(message);
    }
}
