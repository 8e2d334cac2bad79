// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.diff;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be compared, in the order in which it is shown. */
public enum Subject {
    /** Topics of the mirror: whether they are there, their ids and numbers of partitions. */
    TOPICS,
    /** Configs that are set on topics. */
    CONFIGS,
    /** Offsets that groups have committed in topics of the mirror. */
    GROUPS,
    /** ACLs in the scope that the mirror declares; of all topics, groups and transactional ids where it declares none. */
    ACLS,
    /** Client quotas of the whole cluster. */
    QUOTAS,
    /** Names and mechanisms of SCRAM users of the whole cluster; nothing of their credentials. */
    USERS;

    /** Returns the one of a name, empty for that of a later release. */
    public static Optional<Subject> of(String name) {
        return Arrays.stream(values())
                .filter(subject -> subject.toString().equals(name))
                .findFirst();
    }

    /** As it is written on the command line and in requests. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
