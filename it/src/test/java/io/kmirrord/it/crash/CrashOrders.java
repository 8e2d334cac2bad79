// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import io.kmirrord.daemon.engine.EffectObserver;
import io.kmirrord.daemon.engine.Place;
import io.kmirrord.statemachine.EffectName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where daemons are to die: a folder with one file per topic, which holds a point such as {@code after STOPPING/MARKING
 * PutMark}. The order is used up before the daemon dies, so that its successor lives. Tests write orders, daemons carry them
 * out, as hard as SIGKILL does. Thread-safe.
 */
final class CrashOrders implements EffectObserver {
    /** Name of the folder, beside the settings of the daemons. */
    static final String FOLDER = "crash-points";

    private static final int KILLED = 137;

    private final Path orders;
    private final Path used;

    CrashOrders(Path orders) {
        this.orders = orders;
        this.used = orders.resolve("used");
        try {
            Files.createDirectories(used);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + used, e);
        }
    }

    void put(String topic, String point) {
        try {
            Files.deleteIfExists(used.resolve(topic));
            Path draft = Files.writeString(used.resolve(topic + ".draft"), point);
            Files.move(draft, orders.resolve(topic), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot order a crash of " + topic, e);
        }
    }

    /** Whether the daemon of a topic died as ordered. */
    boolean isUsed(String topic) {
        return Files.exists(used.resolve(topic));
    }

    /** Takes an order back. Returns whether there was one still. */
    boolean withdraw(String topic) {
        try {
            return Files.deleteIfExists(orders.resolve(topic));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot take back the crash of " + topic, e);
        }
    }

    @Override
    public void begins(Place place, EffectName effect) {
        reached(place.topic(), CrashPlan.before(effect.toString()));
    }

    @Override
    public void ended(Place place, EffectName effect) {
        reached(place.topic(), CrashPlan.after(effect.toString()));
    }

    private void reached(String topic, String point) {
        Path order = orders.resolve(topic);
        try {
            if (Files.exists(order) && Files.readString(order).equals(point)) {
                Files.move(order, used.resolve(topic), StandardCopyOption.ATOMIC_MOVE);
                Runtime.getRuntime().halt(KILLED);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot carry out the crash of " + topic, e);
        }
    }
}
