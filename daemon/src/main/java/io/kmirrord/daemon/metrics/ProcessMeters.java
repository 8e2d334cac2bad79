// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.List;

/** What any Java process tells of itself, under the usual names of those metrics. */
final class ProcessMeters {
    private ProcessMeters() {}

    static void bindTo(MeterRegistry registry) {
        JvmGcMetrics collector = new JvmGcMetrics();
        List<MeterBinder> binders = List.of(
                new JvmMemoryMetrics(),
                collector,
                new JvmThreadMetrics(),
                new ProcessorMetrics(),
                new FileDescriptorMetrics(),
                new UptimeMetrics());
        binders.forEach(binder -> binder.bindTo(registry));
    }
}
