package io.htsrl.monitor.live.model;

import io.htsrl.monitor.live.model.LineTail.LineSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Follows one file of numbers. A long one is shown by a {@link LineSample} of it at once, and as it is when it has been
 * read. One thread.
 */
final class NumberFile {
    /** Bytes from which on a file is sampled first: what is below is read in a fraction of a second. */
    private static final long LONG = 4L << 20;

    private static final int SAMPLED = 1000;

    private final Path path;
    private final LineFormat format;
    private final LineTail tail;
    private Row row = new Row();
    private Curves exact = new Curves();
    private Curves shown = exact;
    private boolean begun;
    private boolean replaced;

    NumberFile(Path path, LineFormat format) {
        this.path = path;
        this.format = format;
        this.tail = new LineTail(path);
    }

    private final LineTail.Sink sink = new LineTail.Sink() {
        @Override
        public void line(byte[] bytes, int from, int to) {
            row.clear();
            if (format.read(bytes, from, to, row)) {
                exact.add(row);
            }
        }

        @Override
        public void restart() {
            row = new Row();
            exact = new Curves();
            shown = exact;
            replaced = true;
        }
    };

    /**
     * Reads what is new.
     *
     * @param budget bytes after which it is enough for now
     * @return whether there is more to read
     */
    boolean poll(long budget) throws IOException {
        if (!begun && Files.isRegularFile(path)) {
            begun = true;
            if (Files.size(path) > LONG) {
                shown = sample();
                replaced = true;
                return true;
            }
        }
        boolean more = tail.poll(sink, budget);
        if (!more && shown != exact) {
            shown = exact;
            replaced = true;
        }
        return more;
    }

    private Curves sample() throws IOException {
        Curves sampled = new Curves();
        Row sampledRow = new Row();
        LineSample.read(path, SAMPLED, new LineTail.Sink() {
            @Override
            public void line(byte[] bytes, int from, int to) {
                sampledRow.clear();
                if (format.read(bytes, from, to, sampledRow)) {
                    sampled.add(sampledRow);
                }
            }

            @Override
            public void restart() {
                throw new IllegalStateException("a sample is read once");
            }
        });
        return sampled;
    }

    /** Whether what is shown is a sample, and the file is still being read. */
    boolean sampled() {
        return shown != exact;
    }

    /** What there is to show. */
    Curves curves() {
        return shown;
    }

    /** Whether {@link #changes} has something to tell. */
    boolean changed() {
        return replaced || shown.changed();
    }

    /** What is new to show; all of it after the file was cut, or read to its end. */
    CurvePoints changes() {
        CurvePoints points = replaced ? shown.all() : shown.changes();
        if (replaced) {
            shown.changes();
            replaced = false;
        }
        return points;
    }
}
