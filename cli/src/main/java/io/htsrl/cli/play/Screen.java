package io.htsrl.cli.play;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.nio.file.Path;
import java.util.Optional;

/** Display of the states of a played episode, one after another. One thread. */
interface Screen extends AutoCloseable {

    /** A screen that shows nothing, at full speed. */
    Screen NONE = (pixels, episode, soFar, last) -> {};

    /**
     * Shows a state.
     *
     * @param pixels the picture, packed {@code 0xRRGGBB}; reused after the call
     * @param episode number of the episode
     * @param soFar return and length up to this state
     * @param last whether it is the episode's last
     */
    void show(int[] pixels, int episode, Episode soFar, boolean last);

    /** Is called when everything has been shown. */
    default void end() {}

    /** Returns what to say about the recording after {@link #end}, if anything. */
    default Optional<String> summary() {
        return Optional.empty();
    }

    /** Describes a finished file. */
    static String summary(Path file, long frames, int width, int height, double seconds) {
        return Numbers.text(
                "%s: %,d frames of %d x %d, %.1f s, %,d kB",
                file, frames, width, height, seconds, (file.toFile().length() + 999) / 1000);
    }

    /** Releases the screen after {@link #end}, or in its place when playing has failed. */
    @Override
    default void close() {}
}
