// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import java.util.Collection;
import java.util.Map;

/** Asks the destination for topics. Thread-safe. */
public interface TopicLookup extends AutoCloseable {

    /**
     * Returns what there is, by name; a topic that does not exist is left out. Blocks.
     *
     * @throws io.kmirrord.cli.CliException NOT_AUTHORIZED, UNREACHABLE
     */
    Map<String, TopicFacts> describe(Collection<String> topics);

    @Override
    void close();
}
