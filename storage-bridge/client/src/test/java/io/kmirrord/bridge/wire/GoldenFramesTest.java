// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * The layout of wire version 1, byte for byte. A difference breaks daemons and bridges in the field: add a version
 * instead. To write the file for a new message: {@code -Dtest.jvm.args=-Dgolden.write=true}.
 */
class GoldenFramesTest {
    private static final Path FILE = Path.of("src/test/resources/golden/wire-v1.txt");

    @Test
    void everyMessageHasTheBytesThatItAlwaysHad() throws Exception {
        StringBuilder text = new StringBuilder();
        Samples.forms().forEach(form -> text.append(entry(form)));
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(FILE, text);
        }
        assertThat(text.toString()).isEqualTo(Files.readString(FILE));
    }

    @Test
    void theGoldenBytesAreReadAsTheMessageTheyStandFor() throws Exception {
        String[] lines = Files.readString(FILE).split("\n", -1);
        int read = 0;
        for (int i = 0; i + 1 < lines.length; i += 2) {
            Class<?> form = form(lines[i].split(" ", -1)[1]);
            ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(lines[i + 1]));
            assertThat(Samples.decode(bytes)).isEqualTo(sample(form));
            read++;
        }
        assertThat(read).isEqualTo((int) Samples.forms().count());
    }

    private static String entry(Class<?> form) {
        Object message = sample(form);
        String hex = HexFormat.of()
                .formatHex(Samples.bytes(Samples.encode(0x0102030405060708L, message))
                        .array());
        return "# " + name(form) + " " + message.toString().replace("\n", "\\n") + "\n" + hex + "\n";
    }

    private static Object sample(Class<?> form) {
        return new Samples(name(form).hashCode()).message(form);
    }

    private static String name(Class<?> form) {
        return form.getDeclaringClass().getSimpleName() + "." + form.getSimpleName();
    }

    private static Class<?> form(String name) throws IOException {
        return Samples.forms().filter(f -> name(f).equals(name)).findFirst().orElseThrow(() -> new IOException(name));
    }
}
