// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.kmirrord.statemachine.diff.DiffAnswer;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison found, as the details of an outcome. Thread-safe.
 *
 * <pre>
 * subjects      topics,quotas
 * topics        a line each: [name, kind, source or null, destination or null, note, intended]
 * more.topics   how many are not told
 * unread        a line each: [subject, side, text, remedy]
 * more.unread   how many are not told
 * </pre>
 *
 * <p>A later release may add elements at the end of a line; they are ignored.
 */
public final class DiffCodec {
    /** Bytes of details in a record, well below what a topic accepts. */
    public static final int LIMIT = 500_000;

    private static final int UNREAD_LIMIT = 50_000;
    /** Of a text: lists of replicas, for one, can be as long as a record. */
    private static final int TEXT_LIMIT = 1_000;

    private static final String SUBJECTS = "subjects";
    private static final String UNREAD = "unread";
    private static final String MORE = "more.";

    private final ObjectMapper mapper = new ObjectMapper();

    /** Returns the details, of which {@link #LIMIT} bytes at most are told; the rest is counted. */
    public Map<String, String> encode(DiffAnswer answer) {
        Map<String, String> details = new HashMap<>();
        details.put(SUBJECTS, answer.subjects().stream().map(Subject::toString).collect(Collectors.joining(",")));
        int left = LIMIT - put(details, UNREAD, answer.unread().stream().map(this::line), 0, UNREAD_LIMIT);
        int open = answer.subjects().size();
        for (Subject subject : answer.subjects()) {
            Stream<String> lines = answer.differences().stream()
                    .filter(one -> one.subject() == subject)
                    .map(this::line);
            // An even share, so that none crowds out those after it.
            left -= put(details, subject.toString(), lines, answer.more().getOrDefault(subject, 0), left / open--);
        }
        return details;
    }

    /** Returns how many bytes it took. */
    private static int put(Map<String, String> details, String key, Stream<String> lines, int before, int limit) {
        StringBuilder told = new StringBuilder();
        int size = 0;
        int more = before;
        for (String line : lines.toList()) {
            int with = size + sizeInJson(line);
            // Nothing after the first that does not fit: what comes first is what needs a look.
            if (more > before || with > limit) {
                more++;
            } else {
                size = with;
                told.append(line).append('\n');
            }
        }
        details.put(key, told.toString());
        if (more > 0) {
            details.put(MORE + key, Integer.toString(more));
        }
        return size;
    }

    /** Bytes of a line and its end within a text of JSON: quotes and backslashes are escaped once more there. */
    private static int sizeInJson(String line) {
        int size = 2;
        for (int i = 0; i < line.length(); i++) {
            char at = line.charAt(i);
            size += at == '"' || at == '\\' ? 2 : at < 0x80 ? 1 : 3;
        }
        return size;
    }

    private String line(Difference one) {
        ArrayNode line = mapper.createArrayNode()
                .add(shortened(one.name()))
                .add(one.kind().name())
                .add(shortened(one.source()))
                .add(shortened(one.destination()))
                .add(shortened(one.note()))
                .add(one.intended());
        return text(line);
    }

    private String line(Unread one) {
        return text(mapper.createArrayNode()
                .add(one.subject())
                .add(one.side().name())
                .add(shortened(one.text()))
                .add(one.remedy()));
    }

    private String text(ArrayNode line) {
        try {
            return mapper.writeValueAsString(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an array of plain values is always writable: " + line, e);
        }
    }

    private static @Nullable String shortened(@Nullable String text) {
        return text == null || text.length() <= TEXT_LIMIT
                ? text
                : text.substring(0, TEXT_LIMIT) + "... (" + text.length() + " characters)";
    }

    /**
     * Reads details.
     *
     * @throws IllegalArgumentException naming the line that is not of this form
     */
    public DiffAnswer decode(Map<String, String> details) {
        List<Subject> subjects = Stream.of(details.getOrDefault(SUBJECTS, "").split(",", -1))
                .map(Subject::of)
                .flatMap(Optional::stream)
                .toList();
        List<Difference> differences = new ArrayList<>();
        Map<Subject, Integer> more = new EnumMap<>(Subject.class);
        for (Subject subject : subjects) {
            lines(details, subject.toString()).forEach(line -> differences.add(difference(subject, line)));
            int untold = more(details, subject.toString());
            if (untold > 0) {
                more.put(subject, untold);
            }
        }
        List<Unread> unread = new ArrayList<>();
        lines(details, UNREAD)
                .forEach(line -> unread.add(
                        new Unread(string(line, 0), Side.valueOf(string(line, 1)), string(line, 2), string(line, 3))));
        int untold = more(details, UNREAD);
        if (untold > 0) {
            unread.add(new Unread("others", Side.SOURCE, untold + " more could not be read", "see the first ones"));
        }
        return new DiffAnswer(subjects, differences, unread, more);
    }

    private static int more(Map<String, String> details, String key) {
        return Integer.parseInt(details.getOrDefault(MORE + key, "0"));
    }

    private List<JsonNode> lines(Map<String, String> details, String key) {
        return details.getOrDefault(key, "").lines().map(this::node).toList();
    }

    private JsonNode node(String line) {
        try {
            return mapper.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("'" + line + "'; accepted: an array of JSON", e);
        }
    }

    private static Difference difference(Subject subject, JsonNode line) {
        return new Difference(
                subject,
                string(line, 0),
                Difference.Kind.valueOf(string(line, 1)),
                line.path(2).textValue(),
                line.path(3).textValue(),
                string(line, 4),
                line.path(5).asBoolean());
    }

    private static String string(JsonNode line, int at) {
        String text = line.path(at).textValue();
        if (text == null) {
            throw new IllegalArgumentException("'" + line + "' has no text in place " + at);
        }
        return text;
    }
}
