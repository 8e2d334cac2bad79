// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fence of one mirror topic, as the metadata log holds it: value of the dynamic config
 * {@code kmirrord.fence.<topicId>} of the BROKER resource {@value #RESOURCE_NAME}. Immutable.
 *
 * <p>Text form: {@code v1;<mirror>;<generation>;<phase>;<stop epoch>;<partition>=<phase>,...}
 *
 * @param mirror name of the mirror that owns the topic
 * @param generation life of the mirror topic, 1 or more
 * @param phase phase of every partition that {@code exceptions} does not name
 * @param stopEpoch first leader epoch of the block that the stop raised to, or -1 before a stop
 * @param exceptions partitions in another phase than {@code phase}
 */
public record Fence(String mirror, long generation, Phase phase, int stopEpoch, SortedMap<Integer, Phase> exceptions) {
    /** A node id that no broker may have: brokers ignore its configuration, and the Admin client cannot reach it. */
    public static final String RESOURCE_NAME = "2147483647";

    public static final String CONFIG_PREFIX = "kmirrord.fence.";

    private static final String VERSION = "v1";

    public Fence {
        new MirrorRef(mirror, generation);
        if (mirror.indexOf(';') >= 0) {
            throw new IllegalArgumentException("mirror '" + mirror + "' holds ';'; accepted: a name without it");
        }
        exceptions = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(exceptions));
    }

    public MirrorRef ref() {
        return new MirrorRef(mirror, generation);
    }

    public Phase phaseOf(int partition) {
        return exceptions.getOrDefault(partition, phase);
    }

    /** Returns the value to store. {@link #parse} is its inverse. */
    public String toText() {
        StringBuilder text = new StringBuilder(64);
        text.append(VERSION).append(';').append(mirror).append(';').append(generation);
        text.append(';').append(phase).append(';').append(stopEpoch).append(';');
        String comma = "";
        for (Map.Entry<Integer, Phase> exception : exceptions.entrySet()) {
            text.append(comma).append(exception.getKey()).append('=').append(exception.getValue());
            comma = ",";
        }
        return text.toString();
    }

    /**
     * Parses a stored value.
     *
     * @throws IllegalArgumentException naming the value, if it is not of this form; a topic whose fence cannot be
     *     read must be treated as fenced
     */
    public static Fence parse(String text) {
        String[] fields = text.split(";", -1);
        if (fields.length != 6 || !fields[0].equals(VERSION)) {
            throw new IllegalArgumentException("fence '" + text + "' is not of the form "
                    + "v1;<mirror>;<generation>;<phase>;<stop epoch>;<partition>=<phase>,...");
        }
        SortedMap<Integer, Phase> exceptions = new TreeMap<>();
        try {
            if (!fields[5].isEmpty()) {
                for (String exception : fields[5].split(",", -1)) {
                    int equals = exception.indexOf('=');
                    exceptions.put(
                            Integer.parseInt(exception.substring(0, equals)),
                            Phase.valueOf(exception.substring(equals + 1)));
                }
            }
            return new Fence(
                    fields[1],
                    Long.parseLong(fields[2]),
                    Phase.valueOf(fields[3]),
                    Integer.parseInt(fields[4]),
                    exceptions);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("fence '" + text + "' has a bad field: " + e.getMessage(), e);
        }
    }
}
