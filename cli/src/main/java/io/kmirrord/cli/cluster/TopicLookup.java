// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Asks the destination for topics. Thread-safe. */
public interface TopicLookup extends AutoCloseable {

    /**
     * Returns what there is, by name; a topic that does not exist is left out. Blocks.
     *
     * @throws io.kmirrord.cli.CliException NOT_AUTHORIZED, UNREACHABLE
     */
    Map<String, TopicFacts> describe(Collection<String> topics);

    /** Returns which replicas are in sync, in the order of names; a topic that does not exist is left out. As {@link #describe}. */
    List<MinInSync> minInSync(Collection<String> topics);

    /** Gives topics a setting of min.insync.replicas, or takes theirs away where it is empty. As {@link #describe}. */
    void setMinInSync(Map<String, OptionalInt> settings);

    @Override
    void close();
}
