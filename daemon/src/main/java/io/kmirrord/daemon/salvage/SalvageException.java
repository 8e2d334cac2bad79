// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import java.io.IOException;

/** A salvage is refused for a reason that the message says in full, with what to do about it. */
public final class SalvageException extends IOException {
    private static final long serialVersionUID = 1L;

    SalvageException(String message) {
        super(message);
    }
}
