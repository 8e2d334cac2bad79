// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.link.Adapter;
import io.kmirrord.bridge.link.ClassBytes;
import io.kmirrord.bridge.link.LinkCheck;
import io.kmirrord.bridge.link.LinkReport;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The agent jar as a program: makes the link check against a folder of broker jars, without a broker, before an
 * upgrade. Exit code 0 linked, 1 not supported or not readable, 2 usage.
 */
public final class CheckMain {
    private static final int OK = 0;
    private static final int NOT_LINKED = 1;
    private static final int USAGE = 2;

    private CheckMain() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out, System.err));
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        if (arguments.length != 2 || !arguments[0].equals("check")) {
            err.println("usage: java -jar storage-bridge.jar check LIBS_DIR");
            err.println("  LIBS_DIR  folder of the broker's jars, such as /opt/kafka/libs");
            err.println("Says whether this storage bridge supports that broker. Exit code 0: yes, 1: no, 2: usage.");
            return USAGE;
        }
        Path libs = Path.of(arguments[1]);
        try {
            List<URL> jars = jars(libs);
            if (jars.isEmpty()) {
                err.println("no jar in " + libs + "; give the folder of the broker's jars, such as /opt/kafka/libs");
                return USAGE;
            }
            LinkCheck check = new LinkCheck(ClassBytes.ofLoader(CheckMain.class.getClassLoader()), OwnClasses.inJar());
            return print(check.run(ClassBytes.ofJars(jars), "", Declared.all()), out);
        } catch (IOException e) {
            err.println("cannot read the jars in " + libs + ": " + e);
            return NOT_LINKED;
        }
    }

    private static List<URL> jars(Path libs) throws IOException {
        if (!Files.isDirectory(libs)) {
            return List.of();
        }
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(libs)) {
            for (Path jar :
                    files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
                jars.add(jar.toUri().toURL());
            }
        }
        return jars;
    }

    private static int print(LinkReport report, PrintStream out) {
        out.println("bridge:  " + BridgeVersion.CURRENT + ", broker lines " + Adapter.known());
        out.println("broker:  " + report.brokerVersion());
        Adapter adapter = report.adapter();
        out.println("adapter: " + (adapter == null ? "none" : adapter.line()));
        if (report.linked()) {
            out.println("linked:  yes, " + report.checked() + " classes and members checked");
            return OK;
        }
        out.println("linked:  no, " + report.problems().size() + " missing:");
        report.problems().forEach(problem -> out.println("  " + problem));
        out.println("Do not upgrade brokers to this version before a bridge that supports it is installed.");
        return NOT_LINKED;
    }
}
