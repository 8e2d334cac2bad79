// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import org.jspecify.annotations.Nullable;

/** Which requests are kept in order among each other: those that name the same partition. Stateless. */
final class RequestOrder {
    private RequestOrder() {}

    static @Nullable TopicIdPartition partitionOf(Request request) {
        if (request instanceof Request.Begin begin) {
            return begin.partition();
        }
        if (request instanceof Request.Append append) {
            return append.partition();
        }
        if (request instanceof Request.Truncate truncate) {
            return truncate.partition();
        }
        if (request instanceof Request.RestartAt restart) {
            return restart.partition();
        }
        if (request instanceof Request.SetLogStart start) {
            return start.partition();
        }
        if (request instanceof Request.AbortOpen abort) {
            return abort.partition();
        }
        if (request instanceof Request.ResetMark mark) {
            return mark.partition();
        }
        return null;
    }
}
