// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who may speak to the bridge. Principals are equal by uid, whatever their name. A name that does not exist yet is
 * looked up again once a minute. Confined to the accepting thread: a look-up may ask a slow directory service.
 */
final class AllowedPeers {
    private static final long RETRY_NS = TimeUnit.MINUTES.toNanos(1);
    private static final String ROOT_UID = "0";

    private final List<String> configured;
    private final Set<UserPrincipal> allowed = new HashSet<>();
    private final Set<String> unresolved = new HashSet<>();
    private @Nullable UserPrincipal self;
    private long lookedUpAtNs;

    /**
     * Makes a check.
     *
     * @param configured user names or uids; empty for the broker's own user and root
     */
    AllowedPeers(List<String> configured, long nowNs) {
        this.configured = configured;
        unresolved.addAll(configured.isEmpty() ? List.of(ROOT_UID) : configured);
        lookUp(nowNs);
    }

    /** Tells the user that the broker runs as: the owner of the socket that it made. */
    void self(UserPrincipal user) {
        self = user;
    }

    boolean permits(UserPrincipal user, long nowNs) {
        if (!unresolved.isEmpty() && nowNs - lookedUpAtNs >= RETRY_NS) {
            lookUp(nowNs);
        }
        return allowed.contains(user) || (configured.isEmpty() && user.equals(self));
    }

    /** Returns what is accepted, for an error message. */
    String accepted() {
        return configured.isEmpty() ? (self == null ? "root" : self.getName() + " and root") : configured.toString();
    }

    /** Returns configured users that do not exist on this host. */
    Set<String> unresolved() {
        return Set.copyOf(unresolved);
    }

    private void lookUp(long nowNs) {
        lookedUpAtNs = nowNs;
        UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
        for (String name : List.copyOf(unresolved)) {
            try {
                allowed.add(users.lookupPrincipalByName(name));
                unresolved.remove(name);
            } catch (IOException | UnsupportedOperationException e) {
                // Stays unresolved, which the caller reports.
            }
        }
    }
}
