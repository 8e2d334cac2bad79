// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AllowedPeersTest {

    private static UserPrincipal user(String nameOrUid) throws IOException {
        return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(nameOrUid);
    }

    @Test
    void byDefaultTheBrokersUserAndRootAreAllowed() throws Exception {
        AllowedPeers peers = new AllowedPeers(List.of(), 0);
        assertThat(peers.permits(user("root"), 0)).isTrue();
        assertThat(peers.permits(user("12345"), 0)).isFalse();
        peers.self(user("12345"));
        assertThat(peers.permits(user("12345"), 0)).isTrue();
        assertThat(peers.permits(user("12346"), 0)).isFalse();
    }

    @Test
    void namesAndUidsMeanTheSameUserAndTheListReplacesTheDefault() throws Exception {
        AllowedPeers peers = new AllowedPeers(List.of("0", "12345"), 0);
        peers.self(user("12346"));
        assertThat(peers.permits(user("root"), 0)).isTrue();
        assertThat(peers.permits(user("12345"), 0)).isTrue();
        assertThat(peers.permits(user("12346"), 0)).isFalse();
        AllowedPeers without = new AllowedPeers(List.of("12345"), 0);
        assertThat(without.permits(user("root"), 0)).isFalse();
    }

    @Test
    void unknownUsersAreNamedAndLetNobodyIn() throws Exception {
        AllowedPeers peers = new AllowedPeers(List.of("no-such-user"), 0);
        assertThat(peers.unresolved()).containsExactly("no-such-user");
        assertThat(peers.permits(user("root"), TimeUnit.MINUTES.toNanos(2))).isFalse();
    }
}
