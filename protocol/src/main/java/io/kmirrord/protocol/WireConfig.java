// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a client. Immutable.
 *
 * @param bootstrap where to ask for metadata first; not empty
 * @param clientId sent with each request, shows up in the broker's quotas and logs
 * @param addressMap see {@link AddressMap}
 * @param connectTimeout of one address
 * @param requestTimeout without an answer for this long (a fetch: plus its maxWaitMs), and without a byte of an answer
 *     arriving in that time, the connection is closed
 * @param apiTimeout how long calls that look up leaders go on trying
 * @param backoff between connects to the same broker, and between retries
 * @param idleTimeout a connection without requests for this long is closed
 * @param maxFrameBytes a response announced larger than this is refused before memory is allocated
 * @param security TLS and SASL
 * @param resolver names to addresses
 * @param random for jitter and the order of the bootstrap list; used from several threads
 * @param clusterId the only cluster that may answer; null: the one that answers first
 */
public record WireConfig(
        List<Endpoint> bootstrap,
        String clientId,
        AddressMap addressMap,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration apiTimeout,
        Backoff backoff,
        Duration idleTimeout,
        int maxFrameBytes,
        ChannelSecurity security,
        HostResolver resolver,
        RandomGenerator random,
        @Nullable String clusterId) {

    public WireConfig {
        bootstrap = List.copyOf(bootstrap);
        if (bootstrap.isEmpty()) {
            throw new IllegalArgumentException("the bootstrap list is empty; accepted: at least one host:port");
        }
        if (maxFrameBytes < 1 << 16) {
            throw new IllegalArgumentException("maxFrameBytes " + maxFrameBytes + "; accepted: 65536 or more");
        }
    }

    /**
     * PLAINTEXT with the defaults: connect 10 s, request 30 s, API 60 s, back-off 100 ms to 10 s, idle 9 min, frames to
     * 256 MiB.
     */
    public static WireConfig of(List<Endpoint> bootstrap, String clientId, RandomGenerator random) {
        return new WireConfig(
                bootstrap,
                clientId,
                AddressMap.identity(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10)),
                Duration.ofMinutes(9),
                256 << 20,
                ChannelSecurity.plaintext(),
                HostResolver.jvm(),
                random,
                null);
    }

    public WireConfig withAddressMap(AddressMap map) {
        return new WireConfig(
                bootstrap,
                clientId,
                map,
                connectTimeout,
                requestTimeout,
                apiTimeout,
                backoff,
                idleTimeout,
                maxFrameBytes,
                security,
                resolver,
                random,
                clusterId);
    }

    public WireConfig withTimeouts(Duration connect, Duration request, Duration api) {
        return new WireConfig(
                bootstrap,
                clientId,
                addressMap,
                connect,
                request,
                api,
                backoff,
                idleTimeout,
                maxFrameBytes,
                security,
                resolver,
                random,
                clusterId);
    }

    public WireConfig withSecurity(ChannelSecurity channelSecurity) {
        return new WireConfig(
                bootstrap,
                clientId,
                addressMap,
                connectTimeout,
                requestTimeout,
                apiTimeout,
                backoff,
                idleTimeout,
                maxFrameBytes,
                channelSecurity,
                resolver,
                random,
                clusterId);
    }

    /** Nobody else is listened to. */
    public WireConfig withClusterId(@Nullable String id) {
        return new WireConfig(
                bootstrap,
                clientId,
                addressMap,
                connectTimeout,
                requestTimeout,
                apiTimeout,
                backoff,
                idleTimeout,
                maxFrameBytes,
                security,
                resolver,
                random,
                id);
    }
}
