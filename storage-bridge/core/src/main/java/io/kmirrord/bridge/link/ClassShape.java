// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * What a class file declares. Immutable after {@link #of}.
 *
 * @param members access flags by {@code name + descriptor}
 */
record ClassShape(int access, @Nullable String superName, List<String> interfaces, Map<String, Integer> members) {

    static ClassShape of(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        Map<String, Integer> members = new HashMap<>();
        reader.accept(
                new ClassVisitor(OpenedClassReader.ASM_API) {
                    @Override
                    public @Nullable FieldVisitor visitField(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            @Nullable Object value) {
                        members.put(name + ":" + descriptor, access);
                        return null;
                    }

                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        members.put(name + descriptor, access);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new ClassShape(
                reader.getAccess(), reader.getSuperName(), List.of(reader.getInterfaces()), Map.copyOf(members));
    }

    boolean isInterface() {
        return (access & Opcodes.ACC_INTERFACE) != 0;
    }

    boolean isPublic() {
        return (access & Opcodes.ACC_PUBLIC) != 0;
    }
}
