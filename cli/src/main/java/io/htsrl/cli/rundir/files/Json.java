package io.htsrl.cli.rundir.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Whole small JSON documents, indented; not for lines that are written often. Stateless, any thread. */
public final class Json {

    private Json() {}

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
            return list.stream().map(Json::clean).collect(Collectors.toList()); // which may hold null
        }
        return value instanceof Map<?, ?> inner ? withoutNaN((Map<String, ?>) inner) : value;
    }
}
