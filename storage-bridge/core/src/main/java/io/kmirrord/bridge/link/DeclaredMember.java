// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import java.util.regex.Pattern;

/**
 * A member of the broker that no class file of ours refers to: it is woven into, or reached by reflection. Its class
 * must declare exactly one that fits, of any access. Immutable.
 *
 * @param owner internal name of the class
 * @param name of the method or field, {@code <init>} for constructors
 * @param descriptor pattern of the whole descriptor; a pattern, since argument types move between packages
 * @param field true for a field
 */
public record DeclaredMember(String owner, String name, Pattern descriptor, boolean field) {

    public static DeclaredMember method(String className, String name, String descriptorPattern) {
        return new DeclaredMember(className.replace('.', '/'), name, Pattern.compile(descriptorPattern), false);
    }

    public static DeclaredMember field(String className, String name, String typePattern) {
        return new DeclaredMember(className.replace('.', '/'), name, Pattern.compile(typePattern), true);
    }

    boolean isConstructor() {
        return name.equals("<init>");
    }

    /** Returns true for a key of {@link ClassShape#members} that is this member. */
    boolean matches(String key) {
        String prefix = field ? name + ":" : name;
        if (!key.startsWith(prefix)) {
            return false;
        }
        return matchesDescriptor(key.substring(prefix.length()));
    }

    /** Returns true if the descriptor of a member of this name fits. */
    public boolean matchesDescriptor(String actual) {
        return descriptor.matcher(actual).matches();
    }

    @Override
    public String toString() {
        return (field ? "field " : "method ") + owner.replace('/', '.') + "." + name + (field ? " : " : "")
                + descriptor;
    }
}
