// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import static io.kmirrord.daemon.fake.FakeAcls.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.junit.jupiter.api.Test;

final class AclUsersTest {
    private static final Set<AclBinding> WANTED =
            Set.of(read("t", "User:a"), read("u", "User:a"), read("t", "User:*"), read("t", "Group:g"));
    private static final UserAnswer DENIED = refused(AclRefusal.Kind.DENIED);
    private static final UserAnswer UNSUPPORTED = refused(AclRefusal.Kind.UNSUPPORTED);

    private static UserAnswer refused(AclRefusal.Kind kind) {
        return new UserAnswer(null, new AclRefusal(kind, "no"));
    }

    private static UserAnswer users(String... names) {
        return new UserAnswer(Set.of(names), null);
    }

    private static List<String> told(UserAnswer source, UserAnswer here) {
        return AclUsers.notes(WANTED, source, here).stream()
                .map(one -> one.name() + " " + one.reason())
                .toList();
    }

    @Test
    void aUserOfTheSourceThatIsNotHereIsToldOnce() {
        assertThat(told(users("a", "b"), users("b"))).containsExactly("User:a PRINCIPAL_UNKNOWN");
        assertThat(told(users("a"), users())).containsExactly("User:a PRINCIPAL_UNKNOWN");
        assertThat(told(users("a"), users("a"))).isEmpty();
        assertThat(told(users("b"), users("b"))).as("known by a certificate").isEmpty();
    }

    @Test
    void whereTheSourceDoesNotTellUsersHereAreCompared() {
        assertThat(told(UNSUPPORTED, users("b"))).containsExactly("User:a PRINCIPAL_UNKNOWN");
        assertThat(told(UNSUPPORTED, users())).isEmpty();
        assertThat(told(DENIED, users("b")))
                .containsExactly("all of them USERS_UNREADABLE", "User:a PRINCIPAL_UNKNOWN");
    }

    @Test
    void aMissingRightIsNamed() {
        assertThat(AclUsers.notes(WANTED, users("a"), DENIED))
                .extracting(Skipped::text)
                .containsExactly(
                        "the users here cannot be read: no; grant DESCRIBE on the cluster to the daemons' principal,"
                                + " or unknown principals are not told");
        assertThat(AclUsers.notes(WANTED, DENIED, users("a")).get(0).text())
                .contains("the users of the source cannot be read")
                .contains("the mirror's principal there");
        assertThat(told(users("a"), UNSUPPORTED)).isEmpty();
    }
}
