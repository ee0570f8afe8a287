package io.htsrl.cli.rundir;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** Writes whole small JSON documents, indented; too slow for lines that are written often. Stateless, any thread. */
public final class JsonDocument {
    private static final ObjectWriter INDENTED = JsonMapper.builder()
            .addModule(new SimpleModule().addSerializer(Double.class, new NumberOrNull()))
            .build()
            .writerWithDefaultPrettyPrinter();

    private JsonDocument() {}

    /**
     * Returns the document, with a line feed at its end.
     *
     * @param value a tree, or a map of texts, numbers, truth values, null, lists and maps; NaN and infinities, which
     *     JSON does not have, become null
     */
    public static String pretty(Object value) {
        try {
            return INDENTED.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of plain values are always JSON", e);
        }
    }

    /** Returns a map of names to values in the order of the arguments, which alternate between the two. */
    public static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    private static final class NumberOrNull extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
    }

    /** Required kind of a value in a run's document. Stateless, any thread. */
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

        /** Returns whether {@code node} is of this kind. */
        public boolean is(JsonNode node) {
            return test.test(node);
        }

        /** Returns a text that completes "must have ...". */
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
