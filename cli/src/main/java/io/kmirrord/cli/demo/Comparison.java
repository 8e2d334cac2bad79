// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.demo;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.site.Site;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.compare.ClusterComparison;
import io.kmirrord.testkit.compare.ClusterReader;
import io.kmirrord.testkit.compare.Difference;
import io.kmirrord.testkit.compare.EndRule;
import io.kmirrord.testkit.compare.LogComparison;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.compare.PartitionComparison;
import io.kmirrord.testkit.compare.ReadComparison;
import io.kmirrord.testkit.compare.Replica;
import io.kmirrord.testkit.workload.TopicReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** Compares source and destination: what consumers see, and what lies on the disks of all replicas. Not thread-safe. */
final class Comparison {
    private static final int READ_ATTEMPTS = 3;

    private final Site site;
    private final int replicas;

    Comparison(Site site) {
        this.site = site;
        this.replicas = Math.min(3, site.destination().brokers().size());
    }

    List<PartitionRow> compare(List<TopicReport> topics) {
        try (var source = new ClusterReader("source", site.source().bootstrapServers());
                var destination =
                        new ClusterReader("destination", site.destination().bootstrapServers())) {
            var clusters = new ClusterComparison(source, destination, EndRule.EQUAL);
            var rows = new ArrayList<PartitionRow>();
            for (var topic : topics) {
                for (var partition : topic.partitions()) {
                    var at = new TopicPartition(topic.topic(), partition.partition());
                    var read = clusters.compare(at);
                    rows.add(row(topic.scenario(), read, onDisk(read)));
                }
            }
            return rows;
        }
    }

    private PartitionRow row(String scenario, ReadComparison read, PartitionComparison disk) {
        var compared = disk.replicas().size() - 1;
        var differences = new ArrayList<String>();
        Stream.concat(read.differences().stream(), disk.differences().stream())
                .map(Difference::toString)
                .forEach(differences::add);
        if (compared != replicas) {
            differences.add(read.partition() + ": " + compared + " replicas found on the disks of the destination, not "
                    + replicas);
        }
        return new PartitionRow(
                read.partition().topic(),
                read.partition().partition(),
                scenario,
                read.reference().highWatermark(),
                read.other().highWatermark(),
                compared,
                disk.batches(),
                disk.bytes(),
                disk.equal() && compared == replicas,
                read.uncommittedRecords(),
                read.committedRecords(),
                read.equal(),
                differences);
    }

    private PartitionComparison onDisk(ReadComparison read) {
        var source = find(read.partition(), site.source(), read.reference());
        if (source.isEmpty()) {
            throw new CliException(
                    ExitCode.INTERNAL, "no replica of " + read.partition() + " on the disks of the source");
        }
        var all = new ArrayList<Replica>();
        all.add(source.get(0));
        all.addAll(find(read.partition(), site.destination(), read.other()));
        for (var attempt = 1; ; attempt++) {
            try {
                return LogComparison.compare(read.partition(), all, EndRule.EQUAL);
            } catch (IOException e) {
                // A cleaner or retention may take a file away while it is read.
                if (attempt == READ_ATTEMPTS) {
                    throw new CliException(
                            ExitCode.INTERNAL, "cannot read the logs of " + read.partition() + ": " + e, e);
                }
            }
        }
    }

    private static List<Replica> find(TopicPartition partition, KafkaCluster cluster, Offsets offsets) {
        Map<String, List<Path>> logDirs = new LinkedHashMap<>();
        cluster.brokers().forEach(node -> logDirs.put(cluster.name() + "-" + node.id(), node.logDirs()));
        return Replica.find(partition, logDirs).stream()
                .map(replica -> new Replica(replica.name(), replica.directory(), offsets.logStart()))
                .toList();
    }
}
