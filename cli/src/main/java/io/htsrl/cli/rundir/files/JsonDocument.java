package io.htsrl.cli.rundir.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Whole small JSON documents, indented; not for lines that are written often. Stateless, any thread. */
public final class JsonDocument {

    private JsonDocument() {}

    /**
     * The document, with a line feed at its end; values are texts, numbers, truth values, null, lists and maps. What JSON
     * cannot say (NaN, infinities) becomes null.
     */
    public static String pretty(Map<String, ?> map) {
        return pretty((Object) withoutNaN(map));
    }

    public static String pretty(JsonNode node) {
        return pretty((Object) node);
    }

    private static String pretty(Object value) {
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of plain values are always JSON", e);
        }
    }

    /** JSON has no NaN and no infinities: they become null. */
    private static Map<String, Object> withoutNaN(Map<String, ?> map) {
        Map<String, Object> clean = new LinkedHashMap<>();
        map.forEach((key, value) -> clean.put(key, clean(value)));
        return clean;
    }

    @SuppressWarnings("unchecked") // the maps of this package have names as keys
    private static Object clean(Object value) {
        if (value instanceof Double number && !Double.isFinite(number)) {
            return null;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(JsonDocument::clean).collect(Collectors.toList()); // which may hold null
        }
        return value instanceof Map<?, ?> inner ? withoutNaN((Map<String, ?>) inner) : value;
    }

    /** What a value of a document that a run wrote must be. Stateless, any thread. */
    public enum JsonKind {
        WHOLE("a whole number", node -> node.isIntegralNumber() && node.canConvertToLong()),
        NUMBER("a number or null", node -> node.isNull() || isNumber(node)),
        TRUTH("true or false", JsonNode::isBoolean),
        TEXT("a text or null", node -> node.isTextual() || node.isNull()),
        INSTANT("a point in time", JsonKind::isInstant),
        OBJECT("names and values", JsonNode::isObject),
        OBJECTS("a list of names and values", node -> node.isArray() && all(node, JsonNode::isObject)),
        NUMBERS("numbers by name", node -> node.isObject() && all(node, n -> n.isNull() || isNumber(n))),
        COUNTS("counts by whole numbers", JsonKind::areCounts);

        private final String text;
        private final Predicate<JsonNode> test;

        JsonKind(String text, Predicate<JsonNode> test) {
            this.text = text;
            this.test = test;
        }

        /** Whether {@code node} is one. */
        public boolean is(JsonNode node) {
            return test.test(node);
        }

        /** Completes "must have ...". */
        @Override
        public String toString() {
            return text;
        }

        private static boolean isNumber(JsonNode node) {
            return node.isNumber() && Double.isFinite(node.asDouble());
        }

        private static boolean isInstant(JsonNode node) {
            try {
                return node.isTextual() && Instant.parse(node.asText()).toEpochMilli() >= 0;
            } catch (DateTimeException | ArithmeticException e) {
                return false;
            }
        }

        private static boolean areCounts(JsonNode node) {
            return node.isObject() && node.properties().stream().allMatch(JsonKind::isCount);
        }

        private static boolean isCount(Map.Entry<String, JsonNode> entry) {
            return entry.getKey().matches("\\d{1,9}") && WHOLE.is(entry.getValue());
        }

        private static boolean all(JsonNode node, Predicate<JsonNode> test) {
            return StreamSupport.stream(node.spliterator(), false).allMatch(test);
        }
    }
}
