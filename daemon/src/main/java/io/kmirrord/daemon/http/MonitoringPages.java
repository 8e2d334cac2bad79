// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.http;

import java.util.List;
import java.util.function.Supplier;

/**
 * What the pages show. Each supplier is called on a thread of the server for each request, several at a time, and must
 * return within a few seconds.
 *
 * @param metrics the exposition, see {@code DaemonMetrics.scrape}
 * @param liveness reasons to restart the process, empty if there are none
 * @param readiness reasons why the daemon cannot mirror now, empty if there are none
 */
public record MonitoringPages(
        Supplier<String> metrics, Supplier<List<String>> liveness, Supplier<List<String>> readiness) {

    /** Pages by path. */
    Page page(String path) {
        return switch (path) {
            case "/metrics" -> Page.metrics(metrics.get());
            case "/healthz" -> Page.verdict(liveness.get());
            case "/readyz" -> Page.verdict(readiness.get());
            default -> Page.error(404, path + " is no page; there are /metrics, /healthz and /readyz");
        };
    }
}
