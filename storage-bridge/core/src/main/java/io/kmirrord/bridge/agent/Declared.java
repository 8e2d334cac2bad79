// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.kafka.ReflectiveMembers;
import io.kmirrord.bridge.link.DeclaredMember;
import java.util.ArrayList;
import java.util.List;

/** Members of the broker that no class file of ours refers to. Stateless. */
final class Declared {
    private Declared() {}

    static List<DeclaredMember> all() {
        List<DeclaredMember> all = new ArrayList<>();
        HookPoint.ALL.forEach(point -> all.add(point.member()));
        all.addAll(ReflectiveMembers.ALL);
        return all;
    }
}
