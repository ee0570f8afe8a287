package io.htsrl.monitor.tensorboard;

import com.google.protobuf.ByteString;
import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.play.PolicyGif;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.monitor.protobuf.Message;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An episode of a policy as an animated GIF, which TensorBoard shows among its images. Immutable by use.
 *
 * @param gif the file's bytes
 */
record FilmImage(byte[] gif) {
    /** Tag that Stable-Baselines3's users give to theirs. */
    static final String TAG = "trajectory/video";

    /** Maximum number of steps; more would make a file of many megabytes. */
    private static final int MOST_STEPS = 500;

    private static final int WIDTH_AT = 6;
    private static final int HEIGHT_AT = 8;
    private static final int RGB = 3;

    /**
     * Films the policy that {@code hts play} selects of a run; empty where its environment has no picture.
     *
     * @param run the run directory
     */
    static Optional<FilmImage> of(Path run) throws IOException {
        return of(TrainedPolicy.load(run, null, FileChoice.trusting(true))); // a run of this JVM
    }

    /** Films a policy; empty where its environment has no picture. */
    static Optional<FilmImage> of(TrainedPolicy policy) throws IOException {
        Path folder = Files.createTempDirectory("hts-film");
        Path file = folder.resolve("policy.gif");
        try {
            return PolicyGif.record(policy, file, MOST_STEPS)
                    ? Optional.of(new FilmImage(Files.readAllBytes(file)))
                    : Optional.empty();
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    int width() {
        return number(WIDTH_AT);
    }

    int height() {
        return number(HEIGHT_AT);
    }

    private int number(int at) {
        return ByteBuffer.wrap(gif).order(ByteOrder.LITTLE_ENDIAN).getShort(at) & 0xffff;
    }

    /** Returns the image of a summary. */
    Message message() {
        return new Message()
                .integer(1, height())
                .integer(2, width())
                .integer(3, RGB)
                .bytes(4, ByteString.copyFrom(gif));
    }
}
