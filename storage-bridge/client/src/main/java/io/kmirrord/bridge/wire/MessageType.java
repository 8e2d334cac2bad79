// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

/**
 * One row of the table of messages: both directions of one form stand side by side. Immutable.
 *
 * @param number the {@code type} field of the frame; never given to another message
 * @param name as in design section 5.4
 */
record MessageType<T>(int number, String name, Class<T> form, Writer<T> writer, Reader<T> reader) {

    /** Writes the fields of a value in the order in which {@link Reader} reads them. */
    @FunctionalInterface
    interface Writer<T> {
        void write(FieldWriter out, T value);
    }

    /** Reads the fields of a value. */
    @FunctionalInterface
    interface Reader<T> {
        T read(FieldReader in) throws BridgeException;
    }

    void write(FieldWriter out, Object message) {
        writer.write(out, form.cast(message));
    }
}
