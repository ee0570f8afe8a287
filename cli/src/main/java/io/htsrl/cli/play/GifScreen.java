package io.htsrl.cli.play;

import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.core.environment.Rendered;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.nio.file.Path;
import java.util.Optional;

/** Records what is played as an animated GIF, one frame for each step, with a pause after each episode. One thread. */
final class GifScreen implements Screen {
    /** Frames a second that viewers show at their true speed: those have delays of at least 0.02 s. */
    public static final int MOST_FRAMES_PER_SECOND = 50;

    private static final int PAUSE = 100;

    private final Path path;
    private final int width;
    private final int height;
    private final GifFile file;

    /**
     * Begins the file.
     *
     * @param rendered whose pictures are recorded
     * @param scale    pixels of the file for each of a picture, both ways
     * @throws RunDirectoryException when it cannot be written, as also from the other methods
     */
    public GifScreen(Path path, Rendered rendered, int scale, int framesPerSecond) {
        this.path = path;
        width = rendered.renderWidth() * scale;
        height = rendered.renderHeight() * scale;
        file = new GifFile(path, rendered.renderWidth(), rendered.renderHeight(), scale, framesPerSecond);
    }

    @Override
    public void show(int[] pixels, int episode, Episode soFar, boolean last) {
        file.add(pixels);
        if (last) {
            file.hold(PAUSE);
        }
    }

    @Override
    public void end() {
        file.end();
    }

    @Override
    public void close() {
        file.close();
    }

    @Override
    public Optional<String> summary() {
        return Optional.of(Screen.told(path, file.pictures(), width, height, file.seconds()));
    }
}
