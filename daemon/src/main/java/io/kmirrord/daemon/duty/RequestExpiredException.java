// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty;

/** A request that got no outcome in time; whether it is done is not known. Asking the same again is harmless. */
public final class RequestExpiredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RequestExpiredException(String message) {
        super(message);
    }
}
