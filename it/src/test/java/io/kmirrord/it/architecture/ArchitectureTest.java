// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Directions between packages, design section 4. */
@AnalyzeClasses(packages = "io.kmirrord", importOptions = ArchitectureTest.WithoutShaded.class)
final class ArchitectureTest {

    /** The agent jar carries Byte Buddy under our name; it is not ours to judge. */
    static final class WithoutShaded implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/shaded/");
        }
    }

    private static final String[] BROKER_INTERNALS = {
        "kafka..",
        "org.apache.kafka.controller..",
        "org.apache.kafka.coordinator..",
        "org.apache.kafka.image..",
        "org.apache.kafka.metadata..",
        "org.apache.kafka.raft..",
        "org.apache.kafka.server..",
        "org.apache.kafka.storage..",
        "org.apache.kafka.timeline..",
    };

    @ArchTest
    static final ArchRule onlyOnePackageTouchesBrokerInternals = noClasses()
            .that()
            .resideOutsideOfPackage("io.kmirrord.bridge.kafka..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(BROKER_INTERNALS);

    @ArchTest
    static final ArchRule wireAndClientNeedTheJdkOnly = noClasses()
            .that()
            .resideInAnyPackage("io.kmirrord.bridge.wire..", "io.kmirrord.bridge.client..")
            .and()
            .haveSimpleNameNotEndingWith("Test")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache..", "io.netty..", "org.slf4j..", "net.bytebuddy..", "com..");

    @ArchTest
    static final ArchRule nettyNeverReachesABroker = noClasses()
            .that()
            .resideInAPackage("io.kmirrord.bridge..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule serverTouchesNoBrokerClass = noClasses()
            .that()
            .resideInAPackage("io.kmirrord.bridge.server..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("kafka..", "org.apache.kafka..", "io.kmirrord.bridge.kafka..");

    @ArchTest
    static final ArchRule protocolKnowsNothingOfMirroring = noClasses()
            .that()
            .resideInAPackage("io.kmirrord.protocol..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.kmirrord.bridge..", "io.kmirrord.daemon..", "io.kmirrord.cli..");

    @ArchTest
    static final ArchRule cliNeverImportsTheDaemon = noClasses()
            .that()
            .resideInAPackage("io.kmirrord.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.kmirrord.daemon..", "io.kmirrord.protocol..");

    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class)
            .because("a condition with a deadline says what is waited for");

    @Test
    void theRulesSeeTheModules() {
        JavaClasses classes = new ClassFileImporter().importPackages("io.kmirrord");
        assertThat(classes.stream().map(c -> c.getPackageName()))
                .contains(
                        "io.kmirrord.bridge.wire",
                        "io.kmirrord.bridge.client",
                        "io.kmirrord.bridge.server",
                        "io.kmirrord.protocol",
                        "io.kmirrord.testkit");
    }
}
