// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares SCRAM users by name and mechanisms; whether their passwords are the same cannot be told, and is not asked. Pure. */
public final class UserComparison {
    private UserComparison() {}

    /** Compares mechanisms in order, by name. */
    public static List<Difference> of(Map<String, List<String>> source, Map<String, List<String>> here) {
        SortedSet<String> names = new TreeSet<>(source.keySet());
        names.addAll(here.keySet());
        List<Difference> found = new ArrayList<>();
        for (String name : names) {
            if (!Objects.equals(source.get(name), here.get(name))) {
                found.add(Difference.of(Subject.USERS, name, text(source.get(name)), text(here.get(name)), "", false));
            }
        }
        return found;
    }

    private static @Nullable String text(@Nullable List<String> mechanisms) {
        return mechanisms == null ? null : String.join(", ", mechanisms);
    }
}
