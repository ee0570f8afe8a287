package io.htsrl.cli.play;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.nio.file.Path;
import java.util.Optional;

/** Where the states of a played episode are shown, one after another. One thread. */
interface Screen extends AutoCloseable {

    /** Shows nothing, at full speed. */
    Screen NONE = (pixels, episode, soFar, last) -> {};

    /**
     * Shows a state.
     *
     * @param pixels  the picture, packed {@code 0xRRGGBB}; reused after the call
     * @param episode its number
     * @param soFar   return and length up to this state
     * @param last    whether it is the episode's last
     */
    void show(int[] pixels, int episode, Episode soFar, boolean last);

    /** Everything has been shown. */
    default void end() {}

    /** What has become of it, in words, if there is something to say after {@link #end}. */
    default Optional<String> summary() {
        return Optional.empty();
    }

    /** What a file has become, in words. */
    static String summary(Path file, long frames, int width, int height, double seconds) {
        return Numbers.text(
                "%s: %,d frames of %d x %d, %.1f s, %,d kB",
                file, frames, width, height, seconds, (file.toFile().length() + 999) / 1000);
    }

    /** After {@link #end}, or in its place when playing has failed. */
    @Override
    default void close() {}
}
