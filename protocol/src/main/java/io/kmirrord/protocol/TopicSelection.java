// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.util.Set;
import org.apache.kafka.common.Uuid;

/** The topics to describe. Immutable. */
public sealed interface TopicSelection {

    /** Every topic that the principal may describe. */
    record All() implements TopicSelection {}

    /** Topics by name; the empty set asks for brokers and cluster id only. Nothing is created by asking. */
    record Names(Set<String> names) implements TopicSelection {
        public Names {
            names = Set.copyOf(names);
        }
    }

    /** Topics by id; needs Metadata version 12 (Kafka 3.1), older sources: a FATAL {@link WireException}. */
    record Ids(Set<Uuid> ids) implements TopicSelection {
        public Ids {
            ids = Set.copyOf(ids);
        }
    }

    static TopicSelection all() {
        return new All();
    }

    static TopicSelection none() {
        return new Names(Set.of());
    }

    static TopicSelection names(String... names) {
        return new Names(Set.of(names));
    }

    static TopicSelection ids(Uuid... ids) {
        return new Ids(Set.of(ids));
    }
}
