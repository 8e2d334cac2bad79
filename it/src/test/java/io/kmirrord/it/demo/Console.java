// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kmirrord.cli.Mirrorctl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs {@code mirrorctl} in this JVM and keeps what it prints. */
record Console(int exitCode, String out, String err) {
    static Console run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var exitCode = Mirrorctl.run(
                new io.kmirrord.cli.Console(new PrintWriter(out, true), new PrintWriter(err, true)), arguments);
        return new Console(exitCode, out.toString(), err.toString());
    }

    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }
}
