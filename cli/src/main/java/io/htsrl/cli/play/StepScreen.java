package io.htsrl.cli.play;

import io.htsrl.cli.play.LiveScreen.TerminalPicture;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.cli.terminal.TerminalKeys;
import io.htsrl.core.render.RgbFrame;
import java.io.PrintWriter;
import java.util.List;

/** Shows recorded steps in the terminal, one at a time: arrow keys go back and forth. One thread. */
public final class StepScreen {
    private final PrintWriter out;
    private final List<RgbFrame> pictures;
    private final List<List<String>> texts;
    private int drawn; // lines

    /**
     * @param pictures of the steps, of one size; may be fewer, or none
     * @param texts lines of each step, at least one step
     */
    public StepScreen(PrintWriter out, List<RgbFrame> pictures, List<List<String>> texts) {
        this.out = out;
        this.pictures = pictures;
        this.texts = texts;
    }

    /** Shows steps until the key q, or the end of the input. */
    public void run(TerminalKeys keys) {
        int step = 0;
        for (int key = 0; key != 'q' && key >= 0; ) {
            show(step);
            key = keys.next();
            int move = key == TerminalKeys.LEFT ? -1 : key == TerminalKeys.RIGHT || key == ' ' ? 1 : 0;
            step = Math.max(0, Math.min(texts.size() - 1, step + move));
        }
    }

    private void show(int step) {
        StringBuilder text =
                new StringBuilder(drawn == 0 ? "" : "\r\u001b[" + drawn + "A\u001b[J"); // over the one before
        List<String> lines = texts.get(step);
        drawn = lines.size() + 1;
        if (step < pictures.size()) {
            RgbFrame frame = pictures.get(step);
            TerminalPicture picture = TerminalPicture.here(frame.width(), frame.height(), Terminal.rows() - drawn - 1);
            picture.append(frame.pixels(), text);
            drawn += picture.lines();
        }
        for (String line : lines) {
            text.append(line, 0, Math.min(line.length(), Terminal.columns() - 1))
                    .append(System.lineSeparator());
        }
        out.print(text);
        out.println("step " + (step + 1) + " of " + texts.size() + "; left, right; q ends");
        out.flush();
    }
}
