package io.htsrl.cli.play;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.PrintWriter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Shows played episodes in the terminal at a steady rate: a picture that redraws itself, and a line below it. The last
 * picture of an episode stays for a second. One thread.
 */
final class LiveScreen implements Screen {
    private static final long SECOND = 1_000_000_000L;
    private static final String CLEAR_REST = "\u001b[K";

    private final PrintWriter out;
    private final TerminalPicture picture;
    private final long period;
    private final LongSupplier clock;
    private final LongConsumer sleeper;
    private final StringBuilder text = new StringBuilder();
    private boolean drawn;
    private long due;

    LiveScreen(PrintWriter out, TerminalPicture picture, int framesPerSecond) {
        this(out, picture, framesPerSecond, System::nanoTime, LockSupport::parkNanos);
    }

    /**
     * Shows nothing yet.
     *
     * @param clock nanoseconds, as {@link System#nanoTime}
     * @param sleeper waits for about as many nanoseconds as it is given
     */
    LiveScreen(
            PrintWriter out, TerminalPicture picture, int framesPerSecond, LongSupplier clock, LongConsumer sleeper) {
        this.out = out;
        this.picture = picture;
        this.period = SECOND / framesPerSecond;
        this.clock = clock;
        this.sleeper = sleeper;
        this.due = clock.getAsLong();
    }

    @Override
    public void show(int[] pixels, int episode, Episode soFar, boolean last) {
        await();
        text.setLength(0);
        if (drawn) {
            text.append("\r\u001b[").append(picture.lines()).append('A'); // over the one before
        }
        picture.append(pixels, text);
        text.append("episode ")
                .append(episode)
                .append(", step ")
                .append(soFar.length())
                .append(", return ")
                .append(Numbers.decimal(soFar.ret(), 2))
                .append(CLEAR_REST);
        out.print(text);
        out.flush();
        drawn = true;
        due += last ? SECOND : period;
    }

    /** Waits until the next picture is due; a late picture delays those after it. */
    private void await() {
        long left = due - clock.getAsLong();
        if (left < 0) {
            due -= left;
        }
        while (left > 0) {
            sleeper.accept(left);
            left = due - clock.getAsLong();
        }
    }

    @Override
    public void end() {
        if (drawn) {
            out.println();
        }
    }

    /**
     * Turns pictures into rows of coloured characters: each shows two pixels, one above the other, as the upper half
     * block and its background, in 24-bit colours. A picture larger than the terminal is made smaller: each pixel is
     * the mean of those that it replaces. One thread.
     */
    static final class TerminalPicture {
        /** The upper half block. */
        static final char HALF = '\u2580';

        private static final String PLAIN = "\u001b[0m";
        private static final int NONE = -1;

        private final int width;
        private final int height;
        private final int columns;
        private final int rows;
        private final boolean halves;

        /**
         * @param columns available columns
         * @param lines available lines
         * @param halves whether half blocks can be printed; without them a character is one colour, that of both pixels
         */
        TerminalPicture(int width, int height, int columns, int lines, boolean halves) {
            this.width = width;
            this.height = height;
            double shrink = Math.min(1, Math.min((double) columns / width, 2.0 * Math.max(1, lines) / height));
            this.columns = Math.max(1, (int) (width * shrink));
            this.rows = Math.max(1, (int) (height * shrink));
            this.halves = halves;
        }

        /** Creates pictures for this terminal. */
        static TerminalPicture here(int width, int height, int lines) {
            return new TerminalPicture(width, height, Terminal.columns(), lines, Terminal.shows(HALF));
        }

        /** Returns the lines of text that a picture takes. */
        int lines() {
            return (rows + 1) / 2;
        }

        /** Appends the picture, with a line break after each line. */
        void append(int[] pixels, StringBuilder text) {
            for (int row = 0; row < rows; row += 2) {
                int ink = NONE;
                int ground = NONE;
                for (int column = 0; column < columns; column++) {
                    int upper = mean(pixels, row, row + 1, column);
                    int lower = row + 1 < rows ? mean(pixels, row + 1, row + 2, column) : NONE;
                    if (!halves) {
                        upper = mean(pixels, row, Math.min(row + 2, rows), column);
                        lower = upper;
                    }
                    ground = colour(text, lower, ground, 48);
                    ink = upper == lower ? ink : colour(text, upper, ink, 38);
                    text.append(upper == lower ? ' ' : HALF);
                }
                text.append(PLAIN).append(System.lineSeparator());
            }
        }

        /** Sets a colour unless it is set, and returns it. */
        private static int colour(StringBuilder text, int rgb, int set, int kind) {
            if (rgb != set) {
                text.append("\u001b[")
                        .append(kind)
                        .append(";2;")
                        .append(rgb >> 16 & 0xff)
                        .append(';')
                        .append(rgb >> 8 & 0xff)
                        .append(';')
                        .append(rgb & 0xff)
                        .append('m');
            }
            return rgb;
        }

        /** Returns the mean of the picture's pixels below rows {@code [fromRow, toRow)} of one column. */
        private int mean(int[] pixels, int fromRow, int toRow, int column) {
            int red = 0;
            int green = 0;
            int blue = 0;
            int count = 0;
            for (int y = fromRow * height / rows; y < toRow * height / rows; y++) {
                for (int x = column * width / columns; x < (column + 1) * width / columns; x++) {
                    int rgb = pixels[y * width + x];
                    red += rgb >> 16 & 0xff;
                    green += rgb >> 8 & 0xff;
                    blue += rgb & 0xff;
                    count++;
                }
            }
            return red / count << 16 | green / count << 8 | blue / count;
        }
    }
}
