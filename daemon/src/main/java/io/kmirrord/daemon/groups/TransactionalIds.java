// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

/** Names of transactional ids. */
public final class TransactionalIds {
    private TransactionalIds() {}

    /** Of a mirror's group offsets: below the prefix that the daemons' principal may write anyhow. */
    public static String ofGroups(String stateTopic, String mirror) {
        return "kmirrord-" + stateTopic + "-groups-" + mirror;
    }
}
