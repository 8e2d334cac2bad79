// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.junit;

import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaClusterBuilder;
import io.kmirrord.testkit.mirror.SocketDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;

/**
 * The processes of a test class, registered with {@code @RegisterExtension} in a static field: closed after the last test, newest first. Their folder,
 * {@code target/it/<test class>}, is removed when all tests passed; otherwise it is kept and its location printed. Not thread-safe.
 */
public final class Clusters
        implements BeforeAllCallback,
                AfterTestExecutionCallback,
                LifecycleMethodExecutionExceptionHandler,
                AfterAllCallback {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private Path dir = Path.of("target", "it", "no-test-class").toAbsolutePath();
    private boolean failed;

    /** The folder of the test class, which exists while its tests run. */
    public Path dir() {
        return dir;
    }

    /** Starts the cluster in a folder named {@code name} below {@link #dir()}, to be closed after the tests. */
    public KafkaCluster start(String name, KafkaClusterBuilder builder) {
        return manage(builder.name(name).baseDir(dir.resolve(name)).start());
    }

    /** A new folder for sockets below /tmp, since their paths must be short; removed after the tests. */
    public Path socketDir() {
        var sockets = SocketDir.temporary();
        manage(() -> delete(sockets));
        return sockets;
    }

    /** Closes {@code resource} after the tests. */
    public <T extends AutoCloseable> T manage(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        failed = false;
        dir = Path.of("target", "it", context.getRequiredTestClass().getName()).toAbsolutePath();
        delete(dir);
        Files.createDirectories(dir);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        failed |= context.getExecutionException().isPresent();
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        failed = true;
        throw failure;
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        failed = true;
        throw failure;
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        failed = true;
        throw failure;
    }

    @Override
    public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        failed = true;
        throw failure;
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        Exception first = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (failed || first != null) {
            context.publishReportEntry("logs kept", dir.toString());
            System.err.println("Logs and data of the failed "
                    + context.getRequiredTestClass().getName() + ": " + dir);
        } else {
            delete(dir);
        }
        if (first != null) {
            throw first;
        }
    }

    private static void delete(Path tree) {
        if (!Files.exists(tree)) {
            return;
        }
        try (var paths = Files.walk(tree)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + tree, e);
        }
    }
}
