package io.htsrl.monitor.live.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How a line of a file is read. One thread. */
interface LineFormat {

    /**
     * Puts the numbers of a line, without its line feed, into {@code row}.
     *
     * @return false where it is no such line: it is passed over
     */
    boolean read(byte[] bytes, int from, int to, Row row);

    /** Numbers between commas, by the names of a header that is known: {@code episodes.csv}. Stateless, any thread. */
    final class CsvFormat implements LineFormat {
        private final List<String> names;

        /** @param names of the columns; the empty one for a column that is passed over */
        CsvFormat(List<String> names) {
            this.names = names;
        }

        @Override
        public boolean read(byte[] bytes, int from, int to, Row row) {
            String[] fields = new String(bytes, from, to - from, StandardCharsets.US_ASCII).split(",", -1);
            if (fields.length != names.size()) {
                return false;
            }
            try {
                for (int i = 0; i < fields.length; i++) {
                    if (!names.get(i).isEmpty()) {
                        row.put(names.get(i), fields[i].equals("null") ? Double.NaN : Double.parseDouble(fields[i]));
                    }
                }
                return true;
            } catch (NumberFormatException e) {
                return false; // the header
            }
        }
    }

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
}
