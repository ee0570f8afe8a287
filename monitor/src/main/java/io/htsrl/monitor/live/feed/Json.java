package io.htsrl.monitor.live.feed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** JSON on one line, as events carry it. Stateless, any thread. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Writes the fields of an object. */
    interface Fields {

        /** Into the object that is open. */
        void write(JsonGenerator json) throws IOException;
    }

    /** An object. */
    static String object(Fields fields) {
        StringWriter text = new StringWriter(1024);
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // into memory: it does not happen
        }
        return text.toString();
    }

    /** The elements of an array; what JSON has no number for is {@code null}. */
    static void writeArray(JsonGenerator json, double[] values) throws IOException {
        json.writeStartArray();
        for (double value : values) {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
        json.writeEndArray();
    }
}
