// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;

/** Pairs the label names of a metric with values. */
final class Tagged {
    private Tagged() {}

    /**
     * In the order of {@link Metric#labels}.
     *
     * @throws IllegalArgumentException when there are more or fewer values than labels
     */
    static Tags of(Metric metric, String... values) {
        if (values.length != metric.labels().size()) {
            throw new IllegalArgumentException(
                    values.length + " values for " + metric + "; accepted: one for each of " + metric.labels());
        }
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            pairs.add(metric.labels().get(i));
            pairs.add(values[i]);
        }
        return Tags.of(pairs.toArray(String[]::new));
    }
}
