// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * How {@link KnownReplicas} lie in the metadata log: beside the fences, one dynamic config {@code
 * kmirrord.replicas.<topicId>.<n>} for each {@value #PARTITIONS_PER_KEY} partitions, so that the change of one
 * partition writes few bytes. A bridge that does not know the key ignores it. Stateless.
 *
 * <p>Text form: {@code v1;<partition>=<replica>,<replica>+<leader epoch>;...}, where the epoch says since when a
 * replica is joining.
 */
public final class KnownReplicasText {
    public static final String CONFIG_PREFIX = "kmirrord.replicas.";

    public static final int PARTITIONS_PER_KEY = 50;

    private static final String VERSION = "v1";

    private KnownReplicasText() {}

    /** Which key: the topic, and the number of the key within it. */
    public record Place(Uuid topicId, int number) {
        public static Place of(Uuid topicId, int partition) {
            return new Place(topicId, partition / PARTITIONS_PER_KEY);
        }

        /** Returns the first partition whose replicas lie there. */
        public int firstPartition() {
            return number * PARTITIONS_PER_KEY;
        }

        public String key() {
            return CONFIG_PREFIX + topicId + "." + number;
        }

        /** Returns the place of a key, or null if it is none of these. */
        static @Nullable Place parse(String key) {
            int dot = key.lastIndexOf('.');
            if (!key.startsWith(CONFIG_PREFIX) || dot < CONFIG_PREFIX.length()) {
                return null;
            }
            try {
                return new Place(
                        Uuid.fromString(key.substring(CONFIG_PREFIX.length(), dot)),
                        Integer.parseInt(key.substring(dot + 1)));
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
    }

    /** Returns the value to store. {@link #parse} is its inverse. */
    public static String of(SortedMap<Integer, KnownReplicas> partitions) {
        StringBuilder text = new StringBuilder(VERSION);
        partitions.forEach((partition, known) -> {
            text.append(';').append(partition).append('=');
            String comma = "";
            for (Map.Entry<Integer, Integer> replica : known.since().entrySet()) {
                text.append(comma).append(replica.getKey());
                if (replica.getValue() != KnownReplicas.TRUSTED) {
                    text.append('+').append(replica.getValue());
                }
                comma = ",";
            }
        });
        return text.toString();
    }

    /**
     * Parses a stored value.
     *
     * @throws IllegalArgumentException naming the value, if it is not of this form
     */
    public static SortedMap<Integer, KnownReplicas> parse(String text) {
        String[] fields = text.split(";", -1);
        if (!fields[0].equals(VERSION)) {
            throw new IllegalArgumentException("'" + text + "' is not of the form v1;<partition>=<replica>,...");
        }
        SortedMap<Integer, KnownReplicas> partitions = new TreeMap<>();
        try {
            for (int i = 1; i < fields.length; i++) {
                int equals = fields[i].indexOf('=');
                partitions.put(Integer.parseInt(fields[i].substring(0, equals)), replicas(fields[i], equals + 1));
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("'" + text + "' has a bad field: " + e.getMessage(), e);
        }
        return partitions;
    }

    private static KnownReplicas replicas(String field, int from) {
        SortedMap<Integer, Integer> since = new TreeMap<>();
        for (String replica : field.substring(from).split(",", -1)) {
            int plus = replica.indexOf('+');
            since.put(
                    Integer.parseInt(plus < 0 ? replica : replica.substring(0, plus)),
                    plus < 0 ? KnownReplicas.TRUSTED : Integer.parseInt(replica.substring(plus + 1)));
        }
        return new KnownReplicas(since);
    }
}
