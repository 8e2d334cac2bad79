// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import io.kmirrord.testkit.compare.ClusterReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Writes every kind of batch that a log can hold, one topic per kind. */
public final class Workload {

    private static final Map<String, Scenario> SCENARIOS = scenarios();
    private static final String BULK = "bulk";

    private Workload() {}

    private static Map<String, Scenario> scenarios() {
        Map<String, Scenario> scenarios = new LinkedHashMap<>();
        // The cleaner needs the longest: what is written while it works is written first.
        scenarios.put("producers", new EveryProducer());
        scenarios.put("transactions", new OpenTransactions());
        scenarios.put("shapes", new Shapes());
        scenarios.put("append-time", new AppendTime());
        scenarios.put("trimmed", new Trimmed());
        scenarios.put("large", new LargeRecords());
        scenarios.put("compacted", new Compacted());
        scenarios.put(BULK, new Bulk());
        return scenarios;
    }

    /** Returns the names of all scenarios, in the order in which they are written. */
    public static List<String> names() {
        return List.copyOf(SCENARIOS.keySet());
    }

    /** {@link #write(String, WorkloadSpec, List, Consumer)} of all scenarios; bulk only if its size is not 0. */
    public static List<TopicReport> write(String bootstrapServers, WorkloadSpec spec) {
        List<String> names = names().stream()
                .filter(name -> !name.equals(BULK) || spec.bulkBytes() > 0)
                .toList();
        return write(bootstrapServers, spec, names, name -> {});
    }

    /**
     * Creates the topics, which must not exist, and writes them. Returns when the cluster's end offsets are as reported
     * and its cleaner has passed where it must.
     *
     * @param names scenarios to write
     * @param progress told the name of each scenario before it is written
     * @throws WorkloadException if a record is refused or something does not come true in time
     */
    public static List<TopicReport> write(
            String bootstrapServers, WorkloadSpec spec, List<String> names, Consumer<String> progress) {
        List<TopicReport> reports = new ArrayList<>();
        try (TopicAdmin admin = new TopicAdmin(bootstrapServers);
                ClusterReader reader = new ClusterReader("source", bootstrapServers)) {
            Producers producers = new Producers(bootstrapServers);
            for (String name : names) {
                Scenario scenario = SCENARIOS.get(name);
                if (scenario == null) {
                    throw new IllegalArgumentException("No scenario '" + name + "': there are " + names());
                }
                progress.accept(name);
                TopicPlan plan = scenario.plan(spec);
                admin.create(plan, spec.replicationFactor());
                ScenarioContext context = new ScenarioContext(spec, plan, producers, admin, reader);
                scenario.write(context);
                context.awaitEndOffsets();
                reports.add(context.report(name));
            }
        }
        return reports;
    }
}
