// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/** Resolves run-time class paths with Maven's resolver: the user's local repository, settings.xml, mirrors and proxies. */
final class MavenClassPath {
    private MavenClassPath() {}

    /**
     * The jars of {@code coordinates} (group:artifact:version, the first one wins a conflict) and of what they need at run time, downloading what is missing.
     */
    static List<Path> resolve(List<String> coordinates) {
        try (Context context = Runtimes.INSTANCE
                .getRuntime()
                .create(ContextOverrides.create().withUserSettings(true).build())) {
            var collect = new CollectRequest()
                    .setRepositories(context.remoteRepositories())
                    .setDependencies(coordinates.stream()
                            .map(each -> new Dependency(new DefaultArtifact(each), JavaScopes.RUNTIME))
                            .toList());
            var request = new DependencyRequest(
                    collect, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME, JavaScopes.COMPILE));
            return context
                    .repositorySystem()
                    .resolveDependencies(context.repositorySystemSession(), request)
                    .getArtifactResults()
                    .stream()
                    .map(result -> result.getArtifact().getFile().toPath())
                    .toList();
        } catch (DependencyResolutionException e) {
            throw new IllegalStateException(
                    "cannot resolve " + coordinates
                            + " from Maven repositories; check the network or the mirror in ~/.m2/settings.xml",
                    e);
        }
    }
}
