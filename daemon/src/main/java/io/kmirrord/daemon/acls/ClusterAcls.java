// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.acl.AclBinding;

/** ACLs of one cluster. Thread-safe; does not block. Fails as a whole where the cluster does not answer. */
public interface ClusterAcls {

    /** Asks for all ACLs. */
    CompletableFuture<AclAnswer> read();

    /** Asks for the users that have a SCRAM credential. */
    CompletableFuture<UserAnswer> users();

    /** Asks whether ACLs may be changed; true where the cluster does not tell. */
    CompletableFuture<Boolean> mayAlter();

    /**
     * Adds ACLs, each for itself. Idempotent.
     *
     * @return why some were not added; those that were are left out
     */
    CompletableFuture<Map<AclBinding, AclRefusal>> add(List<AclBinding> acls);

    /**
     * Removes exactly these ACLs and no other that they cover, each for itself. Idempotent.
     *
     * @return why some were not removed; those that were, and those that were not there, are left out
     */
    CompletableFuture<Map<AclBinding, AclRefusal>> remove(List<AclBinding> acls);
}
