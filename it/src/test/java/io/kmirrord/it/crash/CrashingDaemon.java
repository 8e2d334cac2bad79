// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import io.kmirrord.daemon.Main;
import java.nio.file.Path;

/**
 * {@code io.kmirrord.it.crash.CrashingDaemon FILE}: a daemon as operators run it, which halts its JVM where the folder
 * {@code crash-points} beside its settings says so.
 */
public final class CrashingDaemon {

    private CrashingDaemon() {}

    public static void main(String[] args) throws InterruptedException {
        Main.run(args, new CrashOrders(Path.of(args[0]).toAbsolutePath().resolveSibling(CrashOrders.FOLDER)));
    }
}
