// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One thing that happens. The numbers choose among what there is at that moment, so that an event means something in
 * every history.
 */
public record SimEvent(Kind kind, int a, int b) {

    /** Kinds and how often they happen; those of groups are drawn apart. */
    public enum Kind {
        /** A daemon carries out an effect, takes an event, or fetches. */
        DAEMON(260),
        REPLICATE(120),
        PRODUCE(20),
        TRANSACTION(4),
        TIME(6),
        /** An effect fails before it is done, or after. */
        EFFECT_FAILS(2),
        DAEMON_CRASHES(2),
        DAEMON_SLEEPS(1),
        DAEMON_WAKES(4),
        BROKER_DIES(1),
        BROKER_RETURNS(6),
        ISR_SHRINKS(1),
        LEADER_MOVES(2),
        UNCLEAN_ELECTION(2),
        RETENTION(2),
        COMPACTION_CHECK(1),
        WISH_START(4),
        WISH_STOP(2),
        WISH_PAUSE(1),
        WISH_RESUME(2),
        RECOVER(4),
        GROUP_CLIENT(0),
        GROUP_SYNC(0);

        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }
    }

    private static final List<Kind> DRAW = draw();
    /** So many events of a group's clients and of the owners of mirrors among so many others. */
    private static final int CLIENTS = 2;

    private static final int OWNERS = 4;
    private static final int GROUP_EVERY = 16;

    private static List<Kind> draw() {
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int i = 0; i < kind.weight; i++) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    /**
     * Returns a history of a seed.
     *
     * @param length number of its events, those of groups not counted
     */
    public static List<SimEvent> history(long seed, int length) {
        Random random = new Random(seed);
        // Numbers of their own: without the events of groups, a seed's history is what it was before there were any.
        Random groups = new Random(~seed);
        List<SimEvent> events = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            Kind kind = DRAW.get(random.nextInt(DRAW.size()));
            events.add(new SimEvent(kind, random.nextInt(1 << 20), random.nextInt(1 << 20)));
            int group = groups.nextInt(GROUP_EVERY);
            if (group < CLIENTS + OWNERS) {
                Kind drawn = group < CLIENTS ? Kind.GROUP_CLIENT : Kind.GROUP_SYNC;
                events.add(new SimEvent(drawn, groups.nextInt(1 << 20), groups.nextInt(1 << 20)));
            }
        }
        return events;
    }

    /** Java source of a history, to paste into a test. */
    public static String source(List<SimEvent> events) {
        StringBuilder text = new StringBuilder();
        for (SimEvent event : events) {
            text.append("        event(")
                    .append(event.kind())
                    .append(", ")
                    .append(event.a())
                    .append(", ")
                    .append(event.b())
                    .append("),\n");
        }
        return text.toString();
    }
}
