// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.kafka.HookTarget;
import io.kmirrord.bridge.kafka.HookTarget.ProduceSplit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The only class that code woven into the broker calls. Never throws: refusals are returned and thrown by the advice,
 * outside the part of it that suppresses. Without a target every hook lets the broker go on as if it were not there.
 */
public final class Hooks {
    private static volatile @Nullable HookTarget target;
    private static boolean abandoned;
    private static final ThreadLocal<Boolean> MAKING_LEADER = ThreadLocal.withInitial(() -> false);
    private static final AtomicLong FAILURES = new AtomicLong();

    private Hooks() {}

    static synchronized void install(HookTarget hooks) {
        if (!abandoned) {
            target = hooks;
        }
    }

    /** The node does not wait any longer: nothing is installed from now on. */
    static synchronized void abandon() {
        abandoned = true;
        target = null;
    }

    /** Returns how often a hook failed in a way that nobody foresaw; it should stay 0. */
    static long failures() {
        return FAILURES.get();
    }

    public static void sharedServerBuilt(Object sharedServer) {
        run("SharedServer", hooks -> hooks.sharedServerBuilt(sharedServer));
    }

    public static void replicaManagerBuilt(Object replicaManager) {
        run("ReplicaManager", hooks -> hooks.replicaManagerBuilt(replicaManager));
    }

    public static void quorumControllerBuilt(Object quorumController) {
        run("QuorumController", hooks -> hooks.quorumControllerBuilt(quorumController));
    }

    public static void beforeImage(Object delta, Object image) {
        run("onMetadataUpdate", hooks -> hooks.beforeImage(delta, image));
    }

    public static void afterImage(Object delta, Object image) {
        run("onMetadataUpdate", hooks -> hooks.afterImage(delta, image));
    }

    /** Returns null to append, else what the advice is to throw or to return instead. */
    public static @Nullable Object beforeAppend(Object log, int leaderEpoch, Object origin) {
        HookTarget hooks = target;
        if (hooks == null) {
            return null;
        }
        try {
            return hooks.beforeAppend(log, leaderEpoch, origin);
        } catch (Throwable t) {
            failed("appendAsLeader", t);
            return null;
        }
    }

    public static void leaderBegins() {
        MAKING_LEADER.set(true);
    }

    public static void leaderMade(Object partition) {
        MAKING_LEADER.remove();
        run("makeLeader", hooks -> hooks.leaderMade(partition));
    }

    /** Returns true if the advice is to skip the method. */
    public static boolean skipsEpochStart(Object log) {
        HookTarget hooks = target;
        if (hooks == null || !MAKING_LEADER.get()) {
            return false;
        }
        try {
            return hooks.skipsEpochStart(log);
        } catch (Throwable t) {
            failed("assignEpochStartOffset", t);
            return false;
        }
    }

    /** Returns the OffsetAndEpoch to answer with in place of an empty answer, or empty. */
    public static Optional<?> endOfUnknownEpoch(Object log, int epoch) {
        HookTarget hooks = target;
        if (hooks == null) {
            return Optional.empty();
        }
        try {
            return hooks.endOfUnknownEpoch(log, epoch);
        } catch (Throwable t) {
            failed("endOffsetForEpoch", t);
            return Optional.empty();
        }
    }

    public static void followerMade(Object partition, boolean newLeaderEpoch) {
        run("makeFollower", hooks -> hooks.followerMade(partition, newLeaderEpoch));
    }

    public static void logSwapped(Object partition) {
        run("maybeReplaceCurrentWithFutureReplica", hooks -> hooks.logSwapped(partition));
    }

    /** Returns what the advice is to throw, or null. */
    public static @Nullable RuntimeException beforeLogStart(Object log, Object reason) {
        HookTarget hooks = target;
        if (hooks == null) {
            return null;
        }
        try {
            return hooks.beforeLogStart(log, reason);
        } catch (Throwable t) {
            failed("maybeIncrementLogStartOffset", t);
            return null;
        }
    }

    /** Returns null to go on unchanged, else {@code {entries or null, callback}}. */
    public static Object @Nullable [] beforeProduce(Object replicaManager, Object entries, Object callback) {
        HookTarget hooks = target;
        if (hooks == null) {
            return null;
        }
        try {
            ProduceSplit split = hooks.beforeProduce(replicaManager, entries, callback);
            return split == null ? null : array(split);
        } catch (Throwable t) {
            failed("handleProduceAppend", t);
            return null;
        }
    }

    @SuppressWarnings("NullAway") // the first element is null where nothing of the request is left
    private static Object[] array(ProduceSplit split) {
        return new Object[] {split.entries(), split.callback()};
    }

    private static void run(String hook, java.util.function.Consumer<HookTarget> call) {
        HookTarget hooks = target;
        if (hooks == null) {
            return;
        }
        try {
            call.accept(hooks);
        } catch (Throwable t) {
            failed(hook, t);
        }
    }

    private static void failed(String hook, Throwable t) {
        long count = FAILURES.incrementAndGet();
        if (Long.bitCount(count) == 1) { // the 1st, 2nd, 4th, ...: a hook on the produce path must not flood the log
            BridgeLog.error("hook " + hook + " failed (failure number " + count + " of this JVM)", t);
        }
    }
}
