// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** SIGKILL of whatever comes up, again and again, under load: what was wished holds in the end, and no byte differs. */
@Tag("long")
class KillLoopIT {
    private static final Duration SETTLED = Duration.ofMinutes(3);
    private static final int RECORDS_PER_SECOND_AND_PARTITION = 8;
    /** Another order of deaths: {@code -Dkmirrord.kills.seed=N}. */
    private static final long SEED = Long.getLong("kmirrord.kills.seed", 20_261_201);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        fixture = Sites.twoToThree(CLUSTERS, List.of("kills", "more-kills"));
    }

    @Test
    void sixKillsOfTwelvePartitions() throws Exception {
        kill("kills", 12, 6);
    }

    @Test
    void sixtyKillsOfSixtyPartitions() throws Exception {
        kill("more-kills", 60, 60);
    }

    private static void kill(String topic, int partitions, int kills) throws Exception {
        Random random = new Random(SEED);
        Victims victims = new Victims(fixture, random);
        Map<Victims.Kind, Integer> killed = new EnumMap<>(Victims.Kind.class);
        FailureWatch failures = FailureWatch.of(fixture.mirrors().topic(), topic);
        long from = System.nanoTime();
        try (Copy copy = Copy.start(fixture, topic, partitions, RECORDS_PER_SECOND_AND_PARTITION)) {
            say(partitions + " partitions of " + topic + " are copied after " + seconds(from) + " s; seed " + SEED);
            for (int number = 1; number <= kills; number++) {
                Victims.Kind kind = killOne(victims, random, copy, partitions, number + "/" + kills);
                killed.merge(kind, 1, Integer::sum);
                say("  progress after " + seconds(from) + " s, failures so far: " + failures.seen());
                assertThat(fixture.daemons().byNode().values())
                        .as(fixture::daemonLogs)
                        .allMatch(DaemonProcess::isAlive);
                assertThat(failures.lasting()).isEmpty();
            }
            Victims.awaitInSync(fixture.destination());
            fixture.mirrors().awaitState(MirrorFixture.MIRROR, topic, partitions, StateName.MIRRORING, SETTLED);
            long loaded = seconds(from);
            long records = copy.requireEqual();
            assertThat(fixture.mirrors().states(MirrorFixture.MIRROR, topic).values())
                    .hasSize(partitions)
                    .allSatisfy(state -> assertThat(state.state()).isEqualTo(StateName.MIRRORING));
            assertThat(failures.lasting()).isEmpty();
            say(kills + " kills " + killed + " of " + partitions + " partitions in " + loaded + " s, then " + records
                    + " records equal on every replica, each once, after " + seconds(from)
                    + " s; failures that passed: " + failures.seen() + "; seed " + SEED);
        }
    }

    private static Victims.Kind killOne(Victims victims, Random random, Copy copy, int partitions, String number) {
        int watched = random.nextInt(partitions);
        boolean stays = random.nextBoolean();
        if (stays) {
            // Only where all replicas are in sync may one be away for long; else the partition waits for it, rightly.
            Victims.awaitInSync(fixture.source());
            Victims.awaitInSync(fixture.destination());
        }
        Victims.Victim victim = victims.next();
        say("kill " + number + ": " + victim.kind() + " " + victim.name() + ", partition " + watched + " is watched, "
                + (stays ? "also before the restart" : "restarted at once"));
        victim.kill().run();
        if (stays) {
            copy.awaitProgress(watched);
        }
        victim.restart().run();
        copy.awaitProgress(watched);
        return victim.kind();
    }

    private static long seconds(long fromNanos) {
        return Duration.ofNanos(System.nanoTime() - fromNanos).toSeconds();
    }

    private static void say(String line) {
        System.out.println(LocalTime.now(ZoneOffset.UTC) + " " + line);
    }
}
