// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Which build this is. */
public final class BuildVersion {
    private BuildVersion() {}

    /** Returns it as Maven has it. */
    public static String text() {
        var properties = new Properties();
        try (var in = BuildVersion.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing beside " + BuildVersion.class);
            }
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read version.properties", e);
        }
    }
}
