// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The one check, all or nothing, made before a hook is woven in (operations-review R3). What is checked is read from
 * the bridge's own class files, so that no list can fall behind the code; hook points and reflective members, which
 * no class file shows, are handed in.
 */
public final class LinkCheck {
    private final ClassBytes own;
    private final Collection<String> ownClasses;

    /**
     * Prepares a check.
     *
     * @param own where the bridge's class files are read from
     * @param ownClasses internal names of the bridge's classes, all lines
     */
    public LinkCheck(ClassBytes own, Collection<String> ownClasses) {
        this.own = own;
        this.ownClasses = List.copyOf(ownClasses);
    }

    /**
     * Chooses the adapter and checks it.
     *
     * @param broker the jars of the broker
     * @param forced name of a line to take whatever the version says, {@code off} for none, empty for the version's own
     * @param declared hook points and reflective members
     */
    public LinkReport run(ClassBytes broker, String forced, Collection<DeclaredMember> declared) throws IOException {
        String version = Adapter.versionOf(broker);
        Optional<Adapter> adapter = Adapter.ofVersion(forced.isEmpty() ? version : forced);
        if (adapter.isEmpty()) {
            String problem = "broker version " + version + " has no adapter; supported lines: " + Adapter.known()
                    + (forced.isEmpty() ? "" : " (adapter set to '" + forced + "')");
            return new LinkReport(version, null, 0, List.of(problem));
        }
        Set<Reference> references = references(adapter.get());
        List<String> missing = new LinkChecker(broker).missing(references, declared);
        return new LinkReport(version, adapter.get(), references.size() + declared.size(), missing);
    }

    /** Returns what the class files of the bridge, with one adapter, refer to in a broker. */
    Set<Reference> references(Adapter adapter) throws IOException {
        Set<Reference> references = new LinkedHashSet<>();
        for (String name : ownClasses) {
            if (adapter.isForeign(name)) {
                continue;
            }
            byte[] bytes = own.read(name + ".class");
            if (bytes == null) {
                throw new IOException("class " + name + " is not in the bridge's jar");
            }
            ReferenceScanner.scan(bytes, references);
        }
        return references;
    }
}
