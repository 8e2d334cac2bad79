// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.link.LinkReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What was linked and woven in this JVM. Thread-safe. */
final class Installation {
    private final LinkReport report;
    private final List<String> weaveProblems = new CopyOnWriteArrayList<>();
    private final Set<String> woven = ConcurrentHashMap.newKeySet();

    Installation(LinkReport report) {
        this.report = report;
    }

    LinkReport report() {
        return report;
    }

    void woven(String className) {
        woven.add(className);
    }

    boolean isWoven(String className) {
        return woven.contains(className);
    }

    void failed(String className, Throwable cause) {
        weaveProblems.add("hook in " + className + " could not be woven in: " + cause);
    }

    /** Returns why the bridge does not work here; empty if it does. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(report.problems());
        problems.addAll(weaveProblems);
        return List.copyOf(problems);
    }
}
