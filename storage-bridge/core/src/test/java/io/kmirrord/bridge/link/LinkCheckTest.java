// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.MemberRemoval;
import net.bytebuddy.asm.ModifierAdjustment;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

final class LinkCheckTest {
    private static final ClassBytes CLASS_PATH = ClassBytes.ofLoader(LinkCheckTest.class.getClassLoader());
    private static final String USER = User.class.getName().replace('.', '/');
    private static final String PARTITION = "org/apache/kafka/common/TopicPartition";

    /** Stands for a class of ours. */
    static final class User {
        private User() {}

        static String use(TopicPartition partition) {
            return partition.topic() + Uuid.ZERO_UUID;
        }
    }

    private static LinkReport check(Map<String, byte[]> changed, String forced, DeclaredMember... declared)
            throws IOException {
        ClassBytes broker = path -> changed.containsKey(path) ? changed.get(path) : CLASS_PATH.read(path);
        return new LinkCheck(CLASS_PATH, List.of(USER)).run(broker, forced, List.of(declared));
    }

    @Test
    void linksWithAllMembersThere() throws IOException {
        LinkReport report = check(
                Map.of(), "", DeclaredMember.method("org.apache.kafka.common.TopicPartition", "partition", "\\(\\)I"));
        assertThat(report.problems()).isEmpty();
        assertThat(report.linked()).isTrue();
        assertThat(report.adapter()).isEqualTo(Adapter.LINE_4_4);
        assertThat(report.checked()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void r3ListsEveryMemberThatIsMissing() throws IOException {
        byte[] without = new ByteBuddy()
                .redefine(TopicPartition.class)
                .visit(new MemberRemoval().stripMethods(ElementMatchers.named("topic")))
                .make()
                .getBytes();
        LinkReport report = check(
                Map.of(PARTITION + ".class", without),
                "",
                DeclaredMember.field("org.apache.kafka.common.TopicPartition", "gone", ".*"),
                DeclaredMember.method("kafka.server.Gone", "run", ".*"));
        assertThat(report.linked()).isFalse();
        assertThat(report.problems())
                .containsExactly(
                        "field org.apache.kafka.common.TopicPartition.gone : .*: no such member",
                        "method kafka.server.Gone.run.*: no such class",
                        "method org.apache.kafka.common.TopicPartition.topic()Ljava/lang/String;: no such member");
    }

    @Test
    void aMemberThatIsNotPublicAnyMoreIsMissing() throws IOException {
        byte[] hidden = new ByteBuddy()
                .redefine(TopicPartition.class)
                .visit(new ModifierAdjustment()
                        .withMethodModifiers(ElementMatchers.named("topic"), Visibility.PACKAGE_PRIVATE))
                .make()
                .getBytes();
        assertThat(check(Map.of(PARTITION + ".class", hidden), "").problems())
                .containsExactly(
                        "method org.apache.kafka.common.TopicPartition.topic()Ljava/lang/String;: is not public");
    }

    @Test
    void anUnknownVersionHasNoAdapter() throws IOException {
        byte[] version = "version=4.5.0".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        LinkReport report = check(Map.of("kafka/kafka-version.properties", version), "");
        assertThat(report.adapter()).isNull();
        assertThat(report.problems())
                .singleElement()
                .asString()
                .contains("4.5.0")
                .contains("4.1, 4.2, 4.3, 4.4");
    }

    @Test
    void theAdapterCanBeSwitchedOff() throws IOException {
        LinkReport report = check(Map.of(), "off");
        assertThat(report.linked()).isFalse();
        assertThat(report.problems()).singleElement().asString().contains("adapter set to 'off'");
    }
}
