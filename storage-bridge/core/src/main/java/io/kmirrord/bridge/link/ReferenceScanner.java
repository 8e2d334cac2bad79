// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Collects what a class file of ours refers to in the broker. Confined to one thread. */
final class ReferenceScanner extends ClassVisitor {
    private final Set<Reference> found;

    private ReferenceScanner(Set<Reference> found) {
        super(OpenedClassReader.ASM_API);
        this.found = found;
    }

    static void scan(byte[] classFile, Set<Reference> found) {
        new ClassReader(classFile).accept(new ReferenceScanner(found), ClassReader.SKIP_DEBUG);
    }

    private void type(@Nullable String internalName) {
        if (internalName != null && !internalName.startsWith("[") && Reference.isOfBroker(internalName)) {
            found.add(new Reference(internalName, "", "", Reference.Kind.CLASS));
        } else if (internalName != null && internalName.startsWith("[")) {
            types(Type.getType(internalName));
        }
    }

    private void types(Type... types) {
        for (Type type : types) {
            if (type.getSort() == Type.ARRAY) {
                types(type.getElementType());
            } else if (type.getSort() == Type.OBJECT) {
                type(type.getInternalName());
            } else if (type.getSort() == Type.METHOD) {
                types(type.getArgumentTypes());
                types(type.getReturnType());
            }
        }
    }

    private void member(String owner, String name, String descriptor, Reference.Kind kind) {
        if (owner.startsWith("[")) {
            type(owner);
            return;
        }
        types(Type.getType(descriptor));
        if (Reference.isOfBroker(owner)) {
            found.add(new Reference(owner, name, descriptor, kind));
        }
    }

    private void handle(Handle handle) {
        Reference.Kind kind = switch (handle.getTag()) {
            case Opcodes.H_GETFIELD, Opcodes.H_PUTFIELD -> Reference.Kind.FIELD;
            case Opcodes.H_GETSTATIC, Opcodes.H_PUTSTATIC -> Reference.Kind.STATIC_FIELD;
            case Opcodes.H_INVOKESTATIC -> Reference.Kind.STATIC_METHOD;
            case Opcodes.H_INVOKEINTERFACE -> Reference.Kind.INTERFACE_METHOD;
            case Opcodes.H_NEWINVOKESPECIAL -> Reference.Kind.CONSTRUCTOR;
            default -> Reference.Kind.METHOD;
        };
        member(handle.getOwner(), handle.getName(), handle.getDesc(), kind);
    }

    private void constant(Object value) {
        if (value instanceof Type type) {
            types(type);
        } else if (value instanceof Handle handle) {
            handle(handle);
        } else if (value instanceof ConstantDynamic dynamic) {
            for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                constant(dynamic.getBootstrapMethodArgument(i));
            }
        }
    }

    @Override
    public void visit(
            int version, int access, String name, @Nullable String signature, String superName, String[] interfaces) {
        type(superName);
        for (String each : interfaces) {
            type(each);
        }
    }

    @Override
    public @Nullable FieldVisitor visitField(
            int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
        types(Type.getType(descriptor));
        return null;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        types(Type.getType(descriptor));
        if (exceptions != null) {
            for (String each : exceptions) {
                type(each);
            }
        }
        return new Body();
    }

    private final class Body extends MethodVisitor {
        Body() {
            super(OpenedClassReader.ASM_API);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            type(type);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
            member(owner, name, descriptor, isStatic ? Reference.Kind.STATIC_FIELD : Reference.Kind.FIELD);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean onInterface) {
            Reference.Kind kind = Reference.Kind.METHOD;
            if (opcode == Opcodes.INVOKESTATIC) {
                kind = Reference.Kind.STATIC_METHOD;
            } else if (name.equals("<init>")) {
                kind = Reference.Kind.CONSTRUCTOR;
            } else if (onInterface) {
                kind = Reference.Kind.INTERFACE_METHOD;
            }
            member(owner, name, descriptor, kind);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            types(Type.getType(descriptor));
            for (Object argument : arguments) {
                constant(argument);
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            constant(value);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            types(Type.getType(descriptor));
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
            type(type);
        }
    }
}
