package io.htsrl.monitor.live.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.monitor.live.model.LineTail.LineSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Follows one file of numbers. A long one is shown by a {@link LineSample} of it at once, and as it is when it has been
 * read. One thread.
 */
final class NumberFile {
    /** Bytes from which on a file is sampled first: what is below is read in a fraction of a second. */
    private static final long LONG = 4L << 20;

    private static final int SAMPLED = 1000;

    private static final JsonFactory JSON = new JsonFactory();

    private final Path path;
    private final Function<String, Optional<Map<String, Double>>> format;
    private final LineTail tail;
    private Curves exact = new Curves(false);
    private Curves shown = exact;
    private boolean begun;

    /** @param format the numbers of a line by their names, of which a header has none; empty for a damaged line */
    private NumberFile(Path path, Function<String, Optional<Map<String, Double>>> format) {
        this.path = path;
        this.format = format;
        this.tail = new LineTail(path, line -> add(line, exact), this::restart);
    }

    /** A file like {@code metrics.jsonl}: flat JSON objects, of whose fields the numbers count. */
    static NumberFile json(Path path) {
        return new NumberFile(path, NumberFile::json);
    }

    private static Optional<Map<String, Double>> json(String line) {
        Map<String, Double> row = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
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
            return parser.nextToken() == null ? Optional.of(row) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * A file like {@code episodes.csv}: numbers between commas.
     *
     * @param header its first line
     * @param names  of the columns; the empty one for a column that is passed over
     */
    static NumberFile csv(Path path, String header, List<String> names) {
        return new NumberFile(path, line -> line.equals(header) ? Optional.of(Map.of()) : csv(line, names));
    }

    private static Optional<Map<String, Double>> csv(String line, List<String> names) {
        String[] fields = line.split(",", -1);
        if (fields.length != names.size()) {
            return Optional.empty();
        }
        Map<String, Double> row = new LinkedHashMap<>();
        try {
            for (int i = 0; i < fields.length; i++) {
                if (!names.get(i).isEmpty()) {
                    row.put(names.get(i), fields[i].equals("null") ? Double.NaN : Double.parseDouble(fields[i]));
                }
            }
            return Optional.of(row);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private boolean add(String line, Curves curves) {
        Optional<Map<String, Double>> row = format.apply(line);
        row.filter(numbers -> !numbers.isEmpty()).ifPresent(curves::add);
        return row.isPresent();
    }

    private void restart() {
        exact = new Curves(true);
        shown = exact;
    }

    /**
     * Reads what is new.
     *
     * @param budget bytes after which it is enough for now
     * @return whether there is more to read
     * @throws ConfigurationException at a damaged line, and when the file is no regular one
     */
    boolean poll(long budget) throws IOException {
        LineTail.checkRegular(path);
        if (!begun && Files.exists(path)) {
            begun = true;
            if (Files.size(path) > LONG) {
                Curves sample = new Curves(false);
                LineSample.read(path, SAMPLED, line -> add(line, sample));
                shown = sample;
                return true;
            }
        }
        boolean more = false;
        try {
            more = tail.poll(budget);
            return more;
        } finally {
            if (!more) {
                shown = exact; // of which nothing has been given yet, if this was a sample
            }
        }
    }

    /** Whether what is shown is a sample, and the file is still being read. */
    boolean sampled() {
        return shown != exact;
    }

    /** The curves to show. */
    Curves curves() {
        return shown;
    }
}
