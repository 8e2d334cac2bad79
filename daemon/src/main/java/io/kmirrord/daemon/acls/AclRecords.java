// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Acl;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** ACLs as the state topic has them: one record for each resource pattern. Pure. */
final class AclRecords {
    private static final Comparator<Acl> ORDER = Comparator.comparing(Acl::principal)
            .thenComparing(Acl::host)
            .thenComparing(Acl::operation)
            .thenComparing(Acl::permission);

    private AclRecords() {}

    /** Returns the ACLs of records; what a later release wrote in words that this one does not know cannot be ours to remove. */
    static Set<AclBinding> acls(Map<RecordKey.AclSync, RecordValue.AclSync> records) {
        Set<AclBinding> found = new HashSet<>();
        records.forEach((key, value) -> {
            ResourceType type = ResourceType.fromString(key.resourceType());
            PatternType pattern = PatternType.fromString(key.patternType());
            if (type.isUnknown() || !pattern.isSpecific()) {
                return;
            }
            ResourcePattern resource = new ResourcePattern(type, key.resourceName(), pattern);
            value.acls().forEach(acl -> {
                AclOperation operation = AclOperation.fromString(acl.operation());
                AclPermissionType permission = AclPermissionType.fromString(acl.permission());
                if (!operation.isUnknown() && !permission.isUnknown()) {
                    found.add(new AclBinding(
                            resource, new AccessControlEntry(acl.principal(), acl.host(), operation, permission)));
                }
            });
        });
        return found;
    }

    /**
     * Returns what is to be written so that these are recorded; nothing where they are.
     *
     * @param before what is recorded
     */
    static List<StateRecord> changes(
            String mirror,
            long sinceGeneration,
            Map<RecordKey.AclSync, RecordValue.AclSync> before,
            Set<AclBinding> acls,
            long nowMs) {
        Map<RecordKey.AclSync, List<Acl>> wanted = new HashMap<>();
        acls.forEach(acl -> wanted.computeIfAbsent(
                        new RecordKey.AclSync(
                                mirror,
                                sinceGeneration,
                                acl.pattern().resourceType().name(),
                                acl.pattern().patternType().name(),
                                acl.pattern().name()),
                        key -> new ArrayList<>())
                .add(new Acl(
                        acl.entry().principal(),
                        acl.entry().host(),
                        acl.entry().operation().name(),
                        acl.entry().permissionType().name())));
        List<StateRecord> records = new ArrayList<>();
        before.keySet().stream()
                .filter(key -> !wanted.containsKey(key))
                .forEach(key -> records.add(new StateRecord(key, null)));
        wanted.forEach((key, list) -> {
            list.sort(ORDER);
            RecordValue.AclSync present = before.get(key);
            if (present == null || !present.acls().equals(list)) {
                long revision = present == null ? 1 : present.revision() + 1;
                records.add(new StateRecord(key, new RecordValue.AclSync(revision, list, nowMs)));
            }
        });
        return records;
    }
}
