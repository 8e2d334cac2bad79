// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

/**
 * One use of a class or member of the broker.
 *
 * @param owner internal name of the class
 * @param name of the member, empty for the class itself
 * @param descriptor of the member, empty for the class itself
 */
record Reference(String owner, String name, String descriptor, Kind kind) {

    /** What is referred to, and how the class file says it. */
    public enum Kind {
        CLASS,
        FIELD,
        STATIC_FIELD,
        METHOD,
        STATIC_METHOD,
        INTERFACE_METHOD,
        CONSTRUCTOR
    }

    /** Returns true for members of a broker, which may be missing; JDK and own classes are never missing. */
    static boolean isOfBroker(String internalName) {
        return internalName.startsWith("org/apache/kafka/")
                || internalName.startsWith("kafka/")
                || internalName.startsWith("scala/")
                || internalName.startsWith("com/yammer/")
                || internalName.startsWith("org/slf4j/");
    }

    @Override
    public String toString() {
        String type = owner.replace('/', '.');
        return switch (kind) {
            case CLASS -> "class " + type;
            case FIELD, STATIC_FIELD -> "field " + type + "." + name + " : " + descriptor;
            default -> "method " + type + "." + name + descriptor;
        };
    }
}
