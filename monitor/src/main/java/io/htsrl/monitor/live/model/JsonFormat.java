package io.htsrl.monitor.live.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** A flat JSON object, of whose fields the numbers count: {@code metrics.jsonl}. One thread. */
final class JsonFormat implements LineFormat {
    private final JsonFactory factory = new JsonFactory();

    @Override
    public boolean read(byte[] bytes, int from, int to, Row row) {
        try (JsonParser parser = factory.createParser(bytes, from, to - from)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                JsonToken token = parser.nextToken();
                if (token.isNumeric()) {
                    row.put(name, parser.getDoubleValue());
                } else if (token == JsonToken.VALUE_NULL) {
                    row.put(name, Double.NaN);
                } else {
                    parser.skipChildren();
                }
            }
            return parser.currentToken() == JsonToken.END_OBJECT;
        } catch (IOException e) {
            return false; // a line that was cut off when the process was killed
        }
    }
}
