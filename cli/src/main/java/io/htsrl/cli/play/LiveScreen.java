package io.htsrl.cli.play;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.PrintWriter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Shows what is played in the terminal, at a steady pace: a picture that redraws itself, and a line below it. After an
 * episode it stays for a second. One thread.
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
     * @param clock   nanoseconds, as {@link System#nanoTime}
     * @param sleeper waits for about so many nanoseconds
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

    /** Until the next picture is due; one that comes late puts off those after it. */
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
        out.flush();
    }
}
