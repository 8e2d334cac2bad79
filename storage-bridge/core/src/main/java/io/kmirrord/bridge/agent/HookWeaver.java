// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.none;

import java.lang.instrument.Instrumentation;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.utility.JavaModule;
import org.jspecify.annotations.Nullable;

/**
 * Weaves advice into classes as they are loaded, by exact name, without changing the shape of a class, so that it
 * lives beside other agents. Stateless.
 */
final class HookWeaver {
    private HookWeaver() {}

    static void install(Instrumentation instrumentation, List<HookPoint> points, Installation installation) {
        // Byte Buddy's own switch, under its relocated name: JDKs from 24 on print a warning where it touches Unsafe.
        System.setProperty(ByteBuddy.class.getPackageName() + ".safe", "true");
        String[] classNames =
                points.stream().map(HookPoint::className).distinct().toArray(String[]::new);
        new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED))
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(new Outcome(installation))
                .ignore(none())
                .type(namedOneOf(classNames))
                .transform((builder, type, loader, module, domain) -> weave(builder, type, points))
                .installOn(instrumentation);
    }

    private static DynamicType.Builder<?> weave(
            DynamicType.Builder<?> builder, TypeDescription type, List<HookPoint> points) {
        DynamicType.Builder<?> woven = builder;
        for (HookPoint point : points) {
            if (point.className().equals(type.getName())) {
                AsmVisitorWrapper advice = Advice.to(point.advice()).on(matcher(point));
                woven = woven.visit(advice);
            }
        }
        return woven;
    }

    private static ElementMatcher<MethodDescription> matcher(HookPoint point) {
        return method -> method.getInternalName().equals(point.member().name())
                && point.member().matchesDescriptor(method.getDescriptor());
    }

    /** Keeps what was woven and what failed. */
    private static final class Outcome extends AgentBuilder.Listener.Adapter {
        private final Installation installation;

        Outcome(Installation installation) {
            this.installation = installation;
        }

        @Override
        public void onTransformation(
                TypeDescription type,
                @Nullable ClassLoader loader,
                @Nullable JavaModule module,
                boolean loaded,
                DynamicType dynamicType) {
            installation.woven(type.getName());
        }

        @Override
        public void onError(
                String typeName,
                @Nullable ClassLoader loader,
                @Nullable JavaModule module,
                boolean loaded,
                Throwable cause) {
            installation.failed(typeName, cause);
            BridgeLog.error("hook in " + typeName + " could not be woven in", cause);
        }
    }
}
