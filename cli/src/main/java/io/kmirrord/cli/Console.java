// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import java.io.PrintWriter;

/** Where commands write: results to {@code out}, everything else to {@code err}. */
public record Console(PrintWriter out, PrintWriter err) {
    /** A result, flushed. */
    public void result(String text) {
        out.println(text);
        out.flush();
    }

    /** A line of progress or advice, flushed. */
    public void note(String line) {
        err.println(line);
        err.flush();
    }
}
