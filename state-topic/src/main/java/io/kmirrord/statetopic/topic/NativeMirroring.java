// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.util.Map;
import org.apache.kafka.clients.admin.FinalizedVersionRange;

/** Clusters that mirror natively own the topic's name and write binary records to it (R10). Pure functions. */
final class NativeMirroring {
    static final String FEATURE = "mirror.version";

    private NativeMirroring() {}

    /** @throws StateTopicException if the cluster mirrors natively */
    static void refuse(Map<String, FinalizedVersionRange> finalized, String stateTopic) {
        FinalizedVersionRange range = finalized.get(FEATURE);
        if (range != null && range.maxVersionLevel() > 0) {
            refuse(range.maxVersionLevel(), stateTopic);
        }
    }

    static void refuse(int level, String stateTopic) {
        if (level > 0) {
            throw new StateTopicException(
                    Reason.NATIVE_MIRRORING,
                    "feature " + FEATURE + " is finalized at " + level
                            + " on this cluster; accepted: 0. Its brokers mirror "
                            + "natively and own topic " + stateTopic + ": stop the mirrors of kmirrord and use the "
                            + "brokers' own, or lower the feature to 0");
        }
    }
}
