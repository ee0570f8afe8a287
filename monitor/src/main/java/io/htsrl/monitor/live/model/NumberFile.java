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

/** Follows one file of numbers. A long file is shown by a {@link LineSample} until it has been read. One thread. */
final class NumberFile {
    /** Length from which on a file is sampled first; a shorter one is read in a fraction of a second. */
    private static final long LONG = 4L << 20;

    private static final int SAMPLED = 1000;

    private static final JsonFactory JSON = new JsonFactory();

    private final Path path;
    private final Function<String, Optional<Map<String, Double>>> format;
    private final LineTail tail;
    private Curves exact = new Curves(false);
    private Curves shown = exact;
    private boolean begun;

    /** @param format returns the numbers of a line by name: none for a header; empty for a damaged line */
    private NumberFile(Path path, Function<String, Optional<Map<String, Double>>> format) {
        this.path = path;
        this.format = format;
        this.tail = new LineTail(path, line -> add(line, exact), this::restart);
    }

    /** Follows a file like {@code metrics.jsonl}: flat JSON objects, whose numbers are read. */
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
     * Follows a file like {@code episodes.csv}: numbers separated by commas.
     *
     * @param header first line of the file
     * @param names names of the columns; empty for a column that is not read
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
        return format.apply(line)
                .filter(numbers -> numbers.isEmpty() || curves.add(numbers))
                .isPresent();
    }

    private void restart() {
        exact = new Curves(true);
        shown = exact;
    }

    /**
     * Reads new lines.
     *
     * @param budget approximate maximum number of bytes to read
     * @return whether there is more to read
     * @throws ConfigurationException at a damaged line, and when the file is not a regular one
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
                shown = exact; // if a sample was shown, readers have no points of this yet
            }
        }
    }

    /** Returns whether a sample is shown, while the file is being read. */
    boolean sampled() {
        return shown != exact;
    }

    /** Returns the curves to show. */
    Curves curves() {
        return shown;
    }
}
