// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The heart stays pure: no clock, thread, I/O, logging; Jackson in one package. */
@AnalyzeClasses(packages = "io.kmirrord.statemachine", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule everythingButTheCodecNeedsValuesAlone = classes()
            .that()
            .resideOutsideOfPackage("..codec..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.kmirrord.statemachine",
                    "io.kmirrord.statemachine.decision",
                    "io.kmirrord.statemachine.diff",
                    "io.kmirrord.statemachine.settings",
                    "java.util.regex",
                    "io.kmirrord.statemachine.view",
                    "java.lang",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "java.nio",
                    "java.nio.charset",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule nothingAsksAClockOrAThread = com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Thread.class, java.util.Random.class);
}
