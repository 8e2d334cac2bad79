// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where class files and resources are read from. Implementations are thread-safe. */
public interface ClassBytes {

    /**
     * Returns the content of a resource.
     *
     * @param path such as {@code kafka/Kafka.class}, without a leading slash
     * @return null if there is none of this name
     */
    byte @Nullable [] read(String path) throws IOException;

    /** Reads what a class loader would load. */
    static ClassBytes ofLoader(@Nullable ClassLoader loader) {
        return path -> {
            try (InputStream in =
                    loader == null ? ClassLoader.getSystemResourceAsStream(path) : loader.getResourceAsStream(path)) {
                return in == null ? null : in.readAllBytes();
            }
        };
    }

    /** Reads what a class path of jars would give, the first match wins. */
    static ClassBytes ofJars(List<URL> jars) {
        ClassLoader loader =
                new java.net.URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        return ofLoader(loader);
    }
}
