// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import java.util.HashMap;
import java.util.Map;

/** Which groups a sync follows: each type is listed, read and written by requests of its own, and remembered for itself. */
public enum GroupType {
    /** Groups that commit an offset per partition: classic, of the consumer protocol, of Streams. */
    CONSUMER("groups"),
    /** Groups with a start offset per partition (KIP-932). */
    SHARE("share-groups");

    private final String subject;

    GroupType(String subject) {
        this.subject = subject;
    }

    /** Of reports. */
    public String subject() {
        return subject;
    }

    RecordKey key(String mirror, String topic, long generation) {
        return this == CONSUMER
                ? new RecordKey.GroupSync(mirror, topic, generation)
                : new RecordKey.ShareGroupSync(mirror, topic, generation);
    }

    /** A key of a record of a sync, whatever its type. */
    record Synced(RecordKey key, String topic, long generation) {}

    /** Returns what is recorded, of all generations. */
    Map<Synced, RecordValue.GroupSync> recorded(StateView view, String mirror) {
        Map<Synced, RecordValue.GroupSync> recorded = new HashMap<>();
        if (this == CONSUMER) {
            view.groupSyncs(mirror)
                    .forEach((key, value) -> recorded.put(new Synced(key, key.topic(), key.generation()), value));
        } else {
            view.shareGroupSyncs(mirror)
                    .forEach((key, value) -> recorded.put(new Synced(key, key.topic(), key.generation()), value));
        }
        return recorded;
    }
}
