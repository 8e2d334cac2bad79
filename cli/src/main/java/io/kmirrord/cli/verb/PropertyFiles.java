// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Settings out of files and arguments. Stateless. */
final class PropertyFiles {
    private PropertyFiles() {}

    /**
     * Reads a file of properties, UTF-8.
     *
     * @throws io.kmirrord.cli.CliException BAD_FILE, FILE_DENIED
     */
    static Map<String, String> read(Path file) {
        var properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw CliError.BAD_FILE.with(file, "there is none");
        } catch (AccessDeniedException e) {
            throw CliError.FILE_DENIED.with(file);
        } catch (IOException | IllegalArgumentException e) {
            throw CliError.BAD_FILE.with(file, String.valueOf(e.getMessage()));
        }
        var values = new TreeMap<String, String>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
        return values;
    }

    /**
     * Splits assignments; a later one of a key wins.
     *
     * @throws io.kmirrord.cli.CliException BAD_ASSIGNMENT
     */
    static Map<String, String> assignments(List<String> texts) {
        var values = new LinkedHashMap<String, String>();
        for (var text : texts) {
            var at = text.indexOf('=');
            if (at < 1) {
                throw CliError.BAD_ASSIGNMENT.with(text);
            }
            values.put(text.substring(0, at).trim(), text.substring(at + 1).trim());
        }
        return values;
    }
}
