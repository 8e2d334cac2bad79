/** Clusters of real, unmodified Kafka brokers as child processes, their class path resolved from Maven repositories. */
@NullMarked
package io.kmirrord.testkit.cluster;

import org.jspecify.annotations.NullMarked;
