// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kmirrord.protocol.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the pages over plain HTTP, without authentication: on a loopback address unless the operator says otherwise.
 * Four requests at a time, sixteen more wait, others are hung up on; a request has no body, and five seconds to arrive.
 * Thread-safe.
 */
public final class MonitoringServer implements AutoCloseable {
    /** Key of the setting, {@code host:port}. */
    public static final String KEY = "http.listen";

    /** Where it listens unless the setting says otherwise. */
    public static final Endpoint DEFAULT = new Endpoint("127.0.0.1", 9464);

    private static final Logger LOG = LoggerFactory.getLogger(MonitoringServer.class);
    private static final int THREADS = 4;
    private static final int WAITING = 16;
    private static final long IDLE_THREAD_SECONDS = 30;

    /** The server reads its bounds from here alone, once, when the first one is made. */
    private static final Map<String, String> BOUNDS = Map.of(
            "sun.net.httpserver.maxReqTime", "5",
            "sun.net.httpserver.maxRspTime", "30",
            "sun.net.httpserver.maxReqHeaders", "50",
            "sun.net.httpserver.maxReqHeaderSize", "16384",
            "sun.net.httpserver.maxIdleConnections", "16");

    private final HttpServer server;
    private final ThreadPoolExecutor executor;

    private MonitoringServer(HttpServer server, ThreadPoolExecutor executor) {
        this.server = server;
        this.executor = executor;
    }

    /**
     * Listens.
     *
     * @throws IOException when that address cannot be listened on; the message names it and says what to do
     */
    public static MonitoringServer start(Endpoint listen, MonitoringPages pages) throws IOException {
        BOUNDS.forEach((key, value) -> System.setProperty(key, System.getProperty(key, value)));
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(listen.host(), listen.port()), WAITING);
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    KEY + " = '" + listen + "' cannot be listened on: " + e.getMessage()
                            + "; accepted: an address of this host with a free port; every instance on a host needs"
                            + " a port of its own",
                    e);
        }
        ThreadPoolExecutor executor = executor();
        server.setExecutor(executor);
        server.createContext("/", exchange -> answer(exchange, pages));
        server.start();
        LOG.info("metrics and health on http://{}/metrics, /healthz, /readyz", listen);
        return new MonitoringServer(server, executor);
    }

    private static ThreadPoolExecutor executor() {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_THREAD_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "kmirrord-http-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static void answer(HttpExchange exchange, MonitoringPages pages) throws IOException {
        try (exchange) {
            Page page = page(exchange, pages);
            byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", page.contentType());
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
                exchange.sendResponseHeaders(page.status(), -1);
            } else {
                exchange.sendResponseHeaders(page.status(), body.length);
                exchange.getResponseBody().write(body);
            }
        }
    }

    private static Page page(HttpExchange exchange, MonitoringPages pages) {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            return Page.error(405, method + " is not served; accepted: GET, HEAD");
        }
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        if (exchange.getRequestHeaders().containsKey("Transfer-Encoding") || (length != null && !length.equals("0"))) {
            // Its body is never opened, and therefore not read either: closing the exchange hangs up.
            return Page.error(413, "the request has a body; accepted: none");
        }
        // Opened, though empty: else closing the exchange would hang up on clients that go on.
        exchange.getRequestBody();
        try {
            return pages.page(exchange.getRequestURI().getPath());
        } catch (RuntimeException e) {
            LOG.error("a page failed; this is a defect of kmirrord, please report it", e);
            return Page.error(500, "the page failed; see the daemon's log");
        }
    }

    /** Hangs up on everybody. Returns within 1 s. Idempotent. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
