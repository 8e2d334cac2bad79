// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** The bridge's own class files. Stateless. */
final class OwnClasses {
    private static final String OURS = "io/kmirrord/bridge/";
    private static final String SHADED = OURS + "shaded/";
    private static final String SUFFIX = ".class";

    private OwnClasses() {}

    /** Returns the internal names of all classes in the jar that this class came from. */
    static List<String> inJar() throws IOException {
        try (JarFile jar = new JarFile(jar())) {
            return jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith(OURS) && !name.startsWith(SHADED))
                    .filter(name -> name.endsWith(SUFFIX) && !name.endsWith("package-info.class"))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        }
    }

    private static File jar() throws IOException {
        try {
            return new File(OwnClasses.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("the bridge's jar has no usable location", e);
        }
    }
}
