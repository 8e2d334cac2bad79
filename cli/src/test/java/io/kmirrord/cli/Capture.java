// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A console whose output a test reads. */
public final class Capture {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Runs a command line; returns the exit code. */
    public int run(String... args) {
        return Mirrorctl.run(new Console(new PrintWriter(out, true), new PrintWriter(err, true)), args);
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }
}
