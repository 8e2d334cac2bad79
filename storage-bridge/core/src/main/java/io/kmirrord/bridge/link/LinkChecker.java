// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Resolves references against the jars of a broker, as the JVM would: through superclasses and interfaces, with
 * access, static or not, class or interface. Confined to one thread.
 */
final class LinkChecker {
    private final ClassBytes broker;
    private final Map<String, @Nullable ClassShape> shapes = new HashMap<>();

    LinkChecker(ClassBytes broker) {
        this.broker = broker;
    }

    /** Returns what is missing, sorted, each with the reason. */
    List<String> missing(Collection<Reference> references, Collection<DeclaredMember> declared) throws IOException {
        List<String> missing = new ArrayList<>();
        for (DeclaredMember member : declared) {
            String problem = problem(member);
            if (problem != null) {
                missing.add(member + ": " + problem);
            }
        }
        for (Reference reference : references) {
            String problem = problem(reference);
            if (problem != null) {
                missing.add(reference + ": " + problem);
            }
        }
        missing.sort(null);
        return List.copyOf(missing);
    }

    private @Nullable String problem(DeclaredMember member) throws IOException {
        ClassShape owner = shape(member.owner());
        if (owner == null) {
            return "no such class";
        }
        long matches = owner.members().keySet().stream().filter(member::matches).count();
        if (matches == 0) {
            return "no such member";
        }
        return matches == 1 || member.isConstructor() ? null : matches + " members fit, one was expected";
    }

    private @Nullable String problem(Reference reference) throws IOException {
        ClassShape owner = shape(reference.owner());
        if (owner == null) {
            return "no such class";
        }
        if (!owner.isPublic()) {
            return "the class is not public";
        }
        if (reference.kind() == Reference.Kind.CLASS) {
            return null;
        }
        if (reference.kind() == Reference.Kind.METHOD && owner.isInterface()) {
            return "is an interface now";
        }
        if (reference.kind() == Reference.Kind.INTERFACE_METHOD && !owner.isInterface()) {
            return "is a class now";
        }
        Integer access = find(reference.owner(), key(reference), reference.kind() != Reference.Kind.CONSTRUCTOR);
        if (access == null) {
            return "no such member";
        }
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        boolean wantsStatic =
                reference.kind() == Reference.Kind.STATIC_METHOD || reference.kind() == Reference.Kind.STATIC_FIELD;
        if (isStatic != wantsStatic) {
            return isStatic ? "is static now" : "is not static any more";
        }
        return (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0 ? null : "is not public";
    }

    private static String key(Reference reference) {
        boolean field = reference.kind() == Reference.Kind.FIELD || reference.kind() == Reference.Kind.STATIC_FIELD;
        return reference.name() + (field ? ":" : "") + reference.descriptor();
    }

    private @Nullable Integer find(String owner, String key, boolean inherited) throws IOException {
        ClassShape shape = shape(owner);
        if (shape == null) {
            return null;
        }
        Integer access = shape.members().get(key);
        if (access != null || !inherited) {
            return access;
        }
        List<String> parents = new ArrayList<>();
        if (shape.superName() != null) {
            parents.add(shape.superName());
        }
        parents.addAll(shape.interfaces());
        for (String parent : parents) {
            Integer found = find(parent, key, true);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable ClassShape shape(String name) throws IOException {
        if (shapes.containsKey(name)) {
            return shapes.get(name);
        }
        byte[] bytes = broker.read(name + ".class");
        ClassShape shape = bytes == null ? null : ClassShape.of(bytes);
        shapes.put(name, shape);
        return shape;
    }
}
