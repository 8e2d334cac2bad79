// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import static io.kmirrord.daemon.fake.FakeAcls.acl;
import static io.kmirrord.daemon.fake.FakeAcls.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Acl;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

final class AclRecordsTest {
    private static final RecordKey.AclSync KEY = new RecordKey.AclSync("m", 3, "TOPIC", "LITERAL", "a");
    private static final Acl OF_X = new Acl("User:x", "*", "READ", "ALLOW");

    private static List<StateRecord> changes(Map<RecordKey.AclSync, RecordValue.AclSync> before, AclBinding... acls) {
        return AclRecords.changes("m", 3, before, Set.of(acls), 9);
    }

    @Test
    void oneRecordForEachResourcePatternAndNoneWhereNothingChanges() {
        AclBinding deny = acl(ResourceType.TRANSACTIONAL_ID, "a", "User:x", AclOperation.WRITE, AclPermissionType.DENY);
        AclBinding[] acls = {read("a", "User:x"), read("a", "User:w"), deny};
        Map<RecordKey.AclSync, RecordValue.AclSync> recorded = new HashMap<>();
        changes(Map.of(), acls)
                .forEach(
                        record -> recorded.put((RecordKey.AclSync) record.key(), (RecordValue.AclSync) record.value()));
        assertThat(recorded)
                .isEqualTo(Map.of(
                        KEY,
                        new RecordValue.AclSync(1, List.of(new Acl("User:w", "*", "READ", "ALLOW"), OF_X), 9),
                        new RecordKey.AclSync("m", 3, "TRANSACTIONAL_ID", "LITERAL", "a"),
                        new RecordValue.AclSync(1, List.of(new Acl("User:x", "*", "WRITE", "DENY")), 9)));
        assertThat(AclRecords.acls(recorded)).containsExactlyInAnyOrder(acls);
        assertThat(changes(recorded, acls)).isEmpty();
    }

    @Test
    void aChangeIsTheNextRevisionAndTheLastOneGoes() {
        Map<RecordKey.AclSync, RecordValue.AclSync> before = Map.of(KEY, new RecordValue.AclSync(4, List.of(OF_X), 1));
        assertThat(changes(before, read("a", "User:y")))
                .containsExactly(new StateRecord(
                        KEY, new RecordValue.AclSync(5, List.of(new Acl("User:y", "*", "READ", "ALLOW")), 9)));
        assertThat(changes(before)).containsExactly(new StateRecord(KEY, null));
    }

    @Test
    void whatThisReleaseHasNoWordForIsNotOursToRemove() {
        RecordValue.AclSync strange =
                new RecordValue.AclSync(1, List.of(new Acl("User:x", "*", "TELEPORT", "ALLOW"), OF_X), 1);
        assertThat(AclRecords.acls(Map.of(KEY, strange))).containsExactly(read("a", "User:x"));
        assertThat(AclRecords.acls(Map.of(new RecordKey.AclSync("m", 3, "QUEUE", "LITERAL", "a"), strange)))
                .isEmpty();
        assertThat(AclRecords.acls(Map.of(new RecordKey.AclSync("m", 3, "TOPIC", "SUFFIXED", "a"), strange)))
                .isEmpty();
    }
}
