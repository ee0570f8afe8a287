package io.htsrl.monitor.live.model;

import java.nio.charset.StandardCharsets;
import java.util.List;

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
