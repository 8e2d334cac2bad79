// SPDX-License-Identifier: Apache-2.0
/**
 * What the daemon measures, in the exposition format of Prometheus.
 *
 * <p>Two ways in: the engine reports events to {@link io.kmirrord.daemon.metrics.EngineMetrics} as they happen, and
 * answers with a {@link io.kmirrord.daemon.metrics.DaemonSnapshot} when somebody scrapes. Names, labels and help texts
 * stand in {@link io.kmirrord.daemon.metrics.Metric} and nowhere else. Labels are mirror, topic, partition, state and
 * code only: what has no bound, such as a consumer group, is never a label.
 */
@NullMarked
package io.kmirrord.daemon.metrics;

import org.jspecify.annotations.NullMarked;
