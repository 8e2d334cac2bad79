// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What this module may use, design section 4: mirrorctl and the daemons stand on it. */
@AnalyzeClasses(packages = "io.kmirrord.statetopic", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule itStandsOnTheStateMachineAndKafkasClientsAlone = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.kmirrord.statetopic..",
                    "io.kmirrord.statemachine..",
                    "org.apache.kafka.clients..",
                    "org.apache.kafka.common..",
                    "com.google.re2j",
                    "com.fasterxml.jackson..",
                    "org.slf4j",
                    "org.jspecify..",
                    "java..");

    @ArchTest
    static final ArchRule jacksonIsForTheCodecAlone = noClasses()
            .that()
            .resideOutsideOfPackage("io.kmirrord.statetopic.codec")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml.jackson..");
}
