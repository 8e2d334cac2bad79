// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeleteAclsResult;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** ACLs by Kafka's Admin client, some in a request; its own timeouts bound each question. */
public final class AdminAcls implements ClusterAcls {
    private static final int AT_ONCE = 200;

    private final Supplier<CompletableFuture<Admin>> admin;

    /** @param admin made or given with each question; not closed here */
    public AdminAcls(Supplier<CompletableFuture<Admin>> admin) {
        this.admin = admin;
    }

    @Override
    public CompletableFuture<AclAnswer> read() {
        return admin.get()
                .thenCompose(made -> answered(
                                Answers.future(
                                        made.describeAcls(AclBindingFilter.ANY).values()),
                                acls -> new AclAnswer("", new HashSet<>(acls), null),
                                refusal -> new AclAnswer("", null, refusal))
                        // After the ACLs: an answer of a cluster that is another by then does not count.
                        .thenCompose(
                                answer -> Answers.future(made.describeCluster().clusterId())
                                        .thenApply(id -> new AclAnswer(id, answer.acls(), answer.refusal()))));
    }

    @Override
    public CompletableFuture<UserAnswer> users() {
        return admin.get()
                .thenCompose(made -> answered(
                        Answers.future(made.describeUserScramCredentials().users()),
                        users -> new UserAnswer(Set.copyOf(users), null),
                        refusal -> new UserAnswer(null, refusal)));
    }

    @Override
    public CompletableFuture<Boolean> mayAlter() {
        return admin.get()
                .thenApply(made -> made.describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true)))
                .thenCompose(asked -> Answers.future(asked.authorizedOperations()))
                .thenApply(operations -> operations == null || operations.contains(AclOperation.ALTER));
    }

    @Override
    public CompletableFuture<Map<AclBinding, AclRefusal>> add(List<AclBinding> acls) {
        return inParts(acls, new HashMap<>(), AdminAcls::create);
    }

    @Override
    public CompletableFuture<Map<AclBinding, AclRefusal>> remove(List<AclBinding> acls) {
        return inParts(acls, new HashMap<>(), AdminAcls::delete);
    }

    private static CompletableFuture<Map<AclBinding, AclRefusal>> create(Admin admin, List<AclBinding> acls) {
        Map<AclBinding, CompletableFuture<Optional<AclRefusal>>> answers = new HashMap<>();
        admin.createAcls(acls).values().forEach((acl, future) -> answers.put(acl, refusal(future)));
        return refusals(answers);
    }

    private static CompletableFuture<Map<AclBinding, AclRefusal>> delete(Admin admin, List<AclBinding> acls) {
        Map<AclBindingFilter, AclBinding> filters = new HashMap<>();
        acls.forEach(acl -> filters.put(acl.toFilter(), acl));
        Map<AclBinding, CompletableFuture<Optional<AclRefusal>>> answers = new HashMap<>();
        Map<AclBindingFilter, KafkaFuture<DeleteAclsResult.FilterResults>> asked =
                admin.deleteAcls(filters.keySet()).values();
        filters.forEach((filter, acl) -> {
            KafkaFuture<DeleteAclsResult.FilterResults> future = asked.get(filter);
            if (future != null) {
                answers.put(acl, refusal(future.thenApply(AdminAcls::all)));
            }
        });
        return refusals(answers);
    }

    /** Each that a filter meant has an answer of its own. */
    private static Boolean all(DeleteAclsResult.FilterResults results) {
        results.values().forEach(result -> {
            if (result.exception() != null) {
                throw result.exception();
            }
        });
        return true;
    }

    private static <T> CompletableFuture<Optional<AclRefusal>> refusal(KafkaFuture<T> future) {
        return answered(Answers.future(future), done -> Optional.empty(), Optional::of);
    }

    /** What is no refusal fails the whole. */
    private static <T, V> CompletableFuture<V> answered(
            CompletableFuture<T> asked, Function<T, V> answer, Function<AclRefusal, V> refused) {
        return asked.handle((value, problem) -> {
            if (problem == null) {
                return answer.apply(value);
            }
            Throwable cause = Problems.unwrap(problem);
            AclRefusal.Kind kind = kind(cause).orElseThrow(() -> new CompletionException(cause));
            return refused.apply(new AclRefusal(kind, Problems.text(cause)));
        });
    }

    private static Optional<AclRefusal.Kind> kind(Throwable cause) {
        if (cause instanceof AuthorizationException) {
            return Optional.of(AclRefusal.Kind.DENIED);
        }
        if (cause instanceof SecurityDisabledException) {
            return Optional.of(AclRefusal.Kind.NO_AUTHORIZER);
        }
        if (cause instanceof UnsupportedVersionException) {
            return Optional.of(AclRefusal.Kind.UNSUPPORTED);
        }
        return cause instanceof InvalidRequestException ? Optional.of(AclRefusal.Kind.INVALID) : Optional.empty();
    }

    private static CompletableFuture<Map<AclBinding, AclRefusal>> refusals(
            Map<AclBinding, CompletableFuture<Optional<AclRefusal>>> answers) {
        return CompletableFuture.allOf(answers.values().toArray(new CompletableFuture<?>[0]))
                .thenApply(nothing -> {
                    Map<AclBinding, AclRefusal> refused = new HashMap<>();
                    answers.forEach((acl, answer) -> answer.join().ifPresent(why -> refused.put(acl, why)));
                    return refused;
                });
    }

    /** One request after the other. */
    private CompletableFuture<Map<AclBinding, AclRefusal>> inParts(
            List<AclBinding> acls,
            Map<AclBinding, AclRefusal> sum,
            BiFunction<Admin, List<AclBinding>, CompletableFuture<Map<AclBinding, AclRefusal>>> ask) {
        if (acls.isEmpty()) {
            return CompletableFuture.completedFuture(sum);
        }
        int end = Math.min(AT_ONCE, acls.size());
        return admin.get()
                .thenCompose(made -> ask.apply(made, acls.subList(0, end)))
                .thenCompose(some -> {
                    sum.putAll(some);
                    return inParts(acls.subList(end, acls.size()), sum, ask);
                });
    }
}
