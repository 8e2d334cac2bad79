// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.accounts.ClusterAccounts;
import io.kmirrord.daemon.acls.AclRound;
import io.kmirrord.daemon.configs.ConfigAnswer;
import io.kmirrord.daemon.configs.ConfigRefusal;
import io.kmirrord.daemon.configs.ConfigSituation;
import io.kmirrord.daemon.configs.TopicConfigs;
import io.kmirrord.daemon.diff.AclComparison;
import io.kmirrord.daemon.diff.ConfigComparison;
import io.kmirrord.daemon.diff.GroupReading;
import io.kmirrord.daemon.diff.Part;
import io.kmirrord.daemon.diff.QuotaComparison;
import io.kmirrord.daemon.diff.Reading;
import io.kmirrord.daemon.diff.TopicComparison;
import io.kmirrord.daemon.diff.UnreadTexts;
import io.kmirrord.daemon.diff.UserComparison;
import io.kmirrord.daemon.groups.GroupScope;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads both sides of each subject and compares them. Nothing of it waits longer than its limit, and none waits for another.
 * Reads only. Immutable; futures never fail, and complete on threads of Kafka's clients.
 *
 * @param source topics of the source that the mirror means, and those that it has
 * @param unavailable why topics of the source cannot be used, by name
 * @param meant whether a topic is asked for
 * @param roundMs when the last round of the sync of groups ended, wall clock; -1: none
 * @param acls decides what a sync of ACLs would do
 * @param limit of one reading
 */
record ComparisonReads(
        MirrorDuty.Parts parts,
        ComparisonFacts facts,
        Map<String, TopicComparison.Topic> source,
        Map<String, String> unavailable,
        Predicate<String> meant,
        long roundMs,
        Supplier<CompletableFuture<AclRound>> acls,
        Duration limit) {
    /** Rounds may take their time, too. */
    private static final int ROUNDS = 3;

    /** Compares one subject. */
    CompletableFuture<Part> compare(Subject subject) {
        CompletableFuture<Part> part = switch (subject) {
            case TOPICS -> topics();
            case CONFIGS -> facts.settings() == null ? unusable(subject, "") : configs(facts.settings());
            case GROUPS -> facts.settings() == null ? unusable(subject, "") : groups(facts.settings());
            case ACLS -> facts.settings() == null ? unusable(subject, "") : acls(facts.settings());
            case QUOTAS -> accounts(subject, ClusterAccounts::quotas, QuotaComparison::of);
            case USERS -> accounts(subject, ClusterAccounts::users, UserComparison::of);
        };
        return part.exceptionally(
                problem -> Part.unread(List.of(UnreadTexts.of(subject, Side.DESTINATION, Problems.unwrap(problem)))));
    }

    private CompletableFuture<Part> unusable(Subject subject, String why) {
        return CompletableFuture.completedFuture(Part.unread(List.of(new Unread(
                subject,
                Side.DESTINATION,
                "the settings of the mirror cannot be used" + why,
                "mirrorctl config " + facts.mirror().mirror() + " shows them; correct them with --set"))));
    }

    private <T> CompletableFuture<Reading<T>> there(Function<SourceAdmin, CompletableFuture<T>> question) {
        return Reading.of(parts.source().admin(facts.mirror().mirror()).thenCompose(question), limit);
    }

    private CompletableFuture<Part> topics() {
        Set<String> names = new TreeSet<>(source.keySet());
        names.addAll(facts.mirrored(meant));
        return Reading.of(parts.destination().topics(names), limit)
                .thenApply(read -> read.compared(Subject.TOPICS, Side.DESTINATION, this::topics));
    }

    private Part topics(Map<String, Destination.Topic> found) {
        Map<String, TopicComparison.Topic> here = new HashMap<>();
        found.forEach((name, topic) -> here.put(
                name, new TopicComparison.Topic(topic.id(), topic.partitions().size())));
        Map<String, Desired> wishes = new HashMap<>();
        facts.mirror().own().forEach((name, wish) -> {
            if (meant.test(name)) {
                wishes.put(name, wish.wish().desired());
            }
        });
        return Part.of(new TopicComparison(
                        source, unavailable, here, wishes, facts.mirror().elsewhere())
                .differences());
    }

    private CompletableFuture<Part> configs(MirrorSettings settings) {
        Set<String> names = facts.mirrored(meant);
        names.retainAll(source.keySet());
        return there(source -> source.configs().read(names))
                .thenCombine(
                        Reading.of(parts.configs().read(names), limit),
                        (theirs, ours) -> Reading.compare(
                                Subject.CONFIGS, theirs, ours, (there, here) -> configs(settings, names, there, here)));
    }

    private Part configs(
            MirrorSettings settings,
            Set<String> names,
            Map<String, ConfigAnswer> there,
            Map<String, ConfigAnswer> here) {
        List<Difference> differences = new ArrayList<>();
        List<ConfigSituation> compared = new ArrayList<>();
        Set<String> followed = facts.followed();
        for (String name : names) {
            TopicConfigs theirs = configs(there, name);
            TopicConfigs ours = configs(here, name);
            if (theirs != null && ours != null) {
                ConfigSituation now = new ConfigSituation(
                        name,
                        theirs,
                        ours,
                        settings.configs(),
                        settings.supportUncleanElection(),
                        facts.memory(name),
                        Map.of(),
                        parts.nowMs().getAsLong());
                compared.add(now);
                differences.addAll(ConfigComparison.of(now, followed.contains(name), facts.configNotes()));
            }
        }
        differences.addAll(ConfigComparison.inherited(compared));
        List<Unread> unread = new ArrayList<>(denied(Side.SOURCE, there));
        unread.addAll(denied(Side.DESTINATION, here));
        return new Part(differences, unread);
    }

    private static @Nullable TopicConfigs configs(Map<String, ConfigAnswer> answers, String name) {
        ConfigAnswer answer = answers.get(name);
        return answer == null ? null : answer.configs();
    }

    /** A topic that is not there is told as a topic. */
    private static List<Unread> denied(Side side, Map<String, ConfigAnswer> answers) {
        Set<String> names = new TreeSet<>();
        Set<String> reasons = new TreeSet<>();
        answers.forEach((name, answer) -> {
            ConfigRefusal refusal = answer.refusal();
            if (refusal != null && refusal.kind() != ConfigRefusal.Kind.MISSING) {
                names.add(name);
                reasons.add(refusal.text());
            }
        });
        return names.isEmpty()
                ? List.of()
                : List.of(UnreadTexts.denied(
                        Subject.CONFIGS,
                        side,
                        names,
                        reasons.stream().findFirst().orElseThrow()));
    }

    private CompletableFuture<Part> groups(MirrorSettings settings) {
        GroupScope scope;
        try {
            scope = new GroupScope(settings.groups());
        } catch (IllegalArgumentException e) {
            return unusable(Subject.GROUPS, ": " + e.getMessage());
        }
        Map<TopicPartition, StateName> states = new TreeMap<>(PromotionReport.BY_NAME);
        Set<String> names = facts.mirrored(meant);
        facts.states().forEach((partition, state) -> {
            if (names.contains(partition.topic())) {
                states.put(partition, state);
            }
        });
        long intervalMs = settings.groups().intervalMs();
        boolean syncing = roundMs >= parts.nowMs().getAsLong() - ROUNDS * intervalMs;
        // One after the other: what is read here is no older than what it is compared with.
        return there(source -> GroupReading.of(source.groups(), scope))
                .thenCompose(theirs -> Reading.of(GroupReading.of(parts.groups(), scope), limit)
                        .thenApply(ours -> Reading.compare(
                                Subject.GROUPS,
                                theirs,
                                ours,
                                (there, here) -> GroupReading.compare(
                                        there, here, states, facts.groupNotes(), syncing, intervalMs))));
    }

    private CompletableFuture<Part> acls(MirrorSettings settings) {
        return Reading.of(acls.get(), limit)
                .thenApply(read -> read.compared(
                        Subject.ACLS,
                        Side.SOURCE,
                        round -> AclComparison.of(round, settings.acls().enabled())));
    }

    private <T> CompletableFuture<Part> accounts(
            Subject subject,
            Function<ClusterAccounts, CompletableFuture<T>> question,
            BiFunction<T, T, List<Difference>> comparison) {
        return there(source -> question.apply(source.accounts()))
                .thenCombine(
                        Reading.of(question.apply(parts.accounts()), limit),
                        (theirs, ours) -> Reading.compare(
                                subject, theirs, ours, (there, here) -> Part.of(comparison.apply(there, here))));
    }

    /** Compares all of some subjects; the parts are in their order. */
    CompletableFuture<List<Part>> compare(List<Subject> subjects) {
        List<CompletableFuture<Part>> all = subjects.stream().map(this::compare).toList();
        return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]))
                .thenApply(nothing -> all.stream().map(CompletableFuture::join).toList());
    }
}
