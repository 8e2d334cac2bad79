// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.Console;
import io.kmirrord.cli.cluster.Destinations;
import io.kmirrord.cli.cluster.KafkaDestinations;
import io.kmirrord.cli.plan.Operator;
import io.kmirrord.cli.plan.Stamp;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** What verbs take from outside. Immutable. */
public record Context(
        Console console,
        Map<String, String> environment,
        Destinations destinations,
        Operator operator,
        Clock clock,
        Supplier<String> ids) {
    public Context {
        environment = Map.copyOf(environment);
    }

    /** Returns that of the program. */
    public static Context of(Console console) {
        return new Context(
                console,
                System.getenv(),
                new KafkaDestinations(),
                Operator.ofThisProcess(),
                Clock.systemUTC(),
                () -> UUID.randomUUID().toString());
    }

    Stamp stamp() {
        return new Stamp(ids.get(), clock.millis(), operator);
    }
}
