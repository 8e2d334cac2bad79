// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.Node;

/** Questions to running nodes. A node that does not answer in time is not ready; nothing here throws for it. */
final class Readiness {
    private static final int CONNECT_TIMEOUT_MS = 1_000;
    private static final int ANSWER_TIMEOUT_MS = 5_000;

    private Readiness() {}

    static boolean listens(String address) {
        var colon = address.lastIndexOf(':');
        var target = new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        try (var socket = new Socket()) {
            socket.connect(target, CONNECT_TIMEOUT_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the broker at {@code address} itself sees all of {@code brokers} unfenced, and a controller. */
    static boolean sees(String address, Set<Integer> brokers) {
        if (!listens(address)) {
            return false;
        }
        try (var admin = admin(address)) {
            var description = admin.describeCluster();
            var seen = description.nodes().get().stream().map(Node::id).collect(Collectors.toSet());
            return seen.containsAll(brokers) && description.controller().get() != null;
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether the KRaft quorum has a leader that each of {@code controllers} fetches from. */
    static boolean quorumComplete(String address, Set<Integer> controllers) {
        if (!listens(address)) {
            return false;
        }
        try (var admin = admin(address)) {
            var quorum = admin.describeMetadataQuorum().quorumInfo().get();
            var following = quorum.voters().stream()
                    .filter(voter -> voter.replicaId() == quorum.leaderId()
                            || voter.lastFetchTimestamp().isPresent())
                    .map(QuorumInfo.ReplicaState::replicaId)
                    .collect(Collectors.toSet());
            return following.containsAll(controllers);
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Admin admin(String address) {
        return Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MS));
    }
}
