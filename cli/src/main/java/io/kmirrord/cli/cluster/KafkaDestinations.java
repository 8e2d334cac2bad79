// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import io.kmirrord.statetopic.ProgressReader;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateWriter;
import java.time.Clock;
import java.util.ArrayDeque;
import org.apache.kafka.common.KafkaException;

/** {@link Destinations} of real clusters. */
public final class KafkaDestinations implements Destinations {
    @Override
    public Destination open(StateTopicConfig config, boolean create, Clock clock) {
        var opened = new ArrayDeque<AutoCloseable>();
        var limit = config.timeout().plusSeconds(10);
        try {
            var topic = Answers.await(StateTopic.open(config, create), limit, "opening the state topic");
            opened.push(topic);
            var writer = StateWriter.plain(config, topic);
            opened.push(writer);
            var progress = ProgressReader.open(config);
            opened.push(progress);
            return new Destination(topic, writer, progress, new AdminTopics(config), config, clock);
        } catch (KafkaException e) {
            Destination.closeAll(opened);
            throw Problems.of(e);
        } catch (RuntimeException e) {
            Destination.closeAll(opened);
            throw e;
        }
    }

    @Override
    public TopicLookup topics(StateTopicConfig config) {
        return new AdminTopics(config);
    }
}
