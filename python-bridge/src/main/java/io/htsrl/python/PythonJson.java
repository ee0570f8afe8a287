package io.htsrl.python;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** JSON as Python's {@code json} reads and writes it: with {@code NaN} and {@code Infinity}. Stateless, any thread. */
final class PythonJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .build();

    private PythonJson() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // trees of numbers and texts can always be written
        }
    }

    /** @throws IOException when the bytes are not JSON */
    static JsonNode read(byte[] bytes) throws IOException {
        return MAPPER.readTree(bytes);
    }

    /** Parses a value of the command line: JSON where it is valid, else the text itself. */
    static JsonNode value(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isMissingNode() ? MAPPER.getNodeFactory().textNode(text) : node;
        } catch (JsonProcessingException e) {
            return MAPPER.getNodeFactory().textNode(text);
        }
    }
}
