// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import io.kmirrord.statetopic.StateTopicConfig;
import java.time.Clock;

/** Opens the destination. Stateless. */
public interface Destinations {

    /**
     * Connects, checks the state topic, and reads it to its end. Blocks; the caller closes what it gets.
     *
     * @param create create the state topic if there is none
     * @throws io.kmirrord.cli.CliException STATE_TOPIC_MISSING, UNREACHABLE and the like
     */
    Destination open(StateTopicConfig config, boolean create, Clock clock);

    /** Connects without a look at the state topic, which may not be readable. The caller closes what it gets. */
    TopicLookup topics(StateTopicConfig config);
}
