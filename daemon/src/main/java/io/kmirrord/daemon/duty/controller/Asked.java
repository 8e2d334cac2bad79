// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;

/** A request and who asked. Immutable. */
record Asked<R extends RecordValue.Request>(RecordKey.Request key, R request) {

    String mirror() {
        return key.mirror();
    }

    @Override
    public String toString() {
        return "request " + key.requestId() + " of mirror '" + key.mirror() + "'";
    }
}
