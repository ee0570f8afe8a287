package io.htsrl.cli.play;

import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.core.environment.Rendered;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Records played episodes as a video, whole or not at all: sends pictures to an {@link Encoder}'s process, one for each
 * step, and after an episode its last one for a second. One thread.
 */
final class VideoScreen implements Screen {
    /** Exit code of ffmpeg when Ctrl-C reaches it too: its file is whole up to there. */
    private static final int INTERRUPTED = 255;

    private final Path path;
    private final Path draft;
    private final Path complaints;
    private final int width;
    private final int height;
    private final int scale;
    private final int framesPerSecond;
    private final byte[] bytes;
    private final Process encoder;
    private final OutputStream pictures;
    private long frames;
    private boolean interrupted;

    /**
     * Begins a draft beside {@code path}.
     *
     * @param rendered source of the pictures
     * @param scale pixels of the file for each of a picture, both ways
     * @throws RunDirectoryException when it cannot be written, as also from the other methods
     */
    VideoScreen(Encoder encoder, Path path, Rendered rendered, int scale, int framesPerSecond) {
        this.path = path;
        this.draft = path.resolveSibling("." + path.getFileName());
        this.width = rendered.renderWidth();
        this.height = rendered.renderHeight();
        this.scale = scale;
        this.framesPerSecond = framesPerSecond;
        this.bytes = new byte[3 * width * height];
        try {
            Files.deleteIfExists(draft);
            draft.toFile().deleteOnExit();
            complaints = Files.createTempFile("hts-encoder", ".txt");
            complaints.toFile().deleteOnExit();
            this.encoder = new ProcessBuilder(encoder.command(width, height, scale, framesPerSecond, draft))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(complaints.toFile())
                    .start();
        } catch (IOException e) {
            throw new RunDirectoryException(path, e);
        }
        this.pictures = new BufferedOutputStream(this.encoder.getOutputStream());
    }

    @Override
    public void show(int[] pixels, int episode, Episode soFar, boolean last) {
        for (int i = 0; i < pixels.length; i++) {
            bytes[3 * i] = (byte) (pixels[i] >> 16);
            bytes[3 * i + 1] = (byte) (pixels[i] >> 8);
            bytes[3 * i + 2] = (byte) pixels[i];
        }
        int times = last ? framesPerSecond : 1;
        try {
            for (int i = 0; i < times && !interrupted; i++) {
                pictures.write(bytes);
                frames++;
            }
        } catch (IOException e) {
            finish(); // which says why
        }
    }

    @Override
    public void end() {
        try {
            pictures.close();
        } catch (IOException e) {
            // the encoder has ended before, and says why
        }
        finish();
        try {
            if (frames > 0) {
                Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new RunDirectoryException(path, e);
        }
    }

    private void finish() {
        int code = ended();
        interrupted = code == INTERRUPTED;
        if (code != 0 && !interrupted && frames > 0) {
            throw new RunDirectoryException(path, new IOException(complaint(code)));
        }
    }

    private int ended() {
        try {
            return encoder.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        }
    }

    private String complaint(int code) {
        String said = "";
        try {
            said = Files.readString(complaints).strip();
        } catch (IOException e) {
            // its exit code then says so
        }
        return "ffmpeg ended with code " + code
                + (said.isEmpty() ? "" : ": " + said.lines().reduce((a, b) -> b).orElse(""));
    }

    @Override
    public void close() {
        encoder.destroy();
        try {
            Files.deleteIfExists(draft);
            Files.deleteIfExists(complaints);
        } catch (IOException e) {
            // deleted when the process ends
        }
    }

    @Override
    public Optional<String> summary() {
        return Optional.of(
                Screen.summary(path, frames, width * scale, height * scale, (double) frames / framesPerSecond));
    }

    /**
     * The program that makes videos of pictures: ffmpeg. Immutable.
     *
     * @param program its file
     */
    record Encoder(Path program) {

        /** Returns the first one on a search path, such as that of the variable {@code PATH}. */
        static Optional<Encoder> on(String searchPath) {
            return Arrays.stream(searchPath.split(File.pathSeparator))
                    .flatMap(Encoder::programs)
                    .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
                    .findFirst()
                    .map(Encoder::new);
        }

        private static Stream<Path> programs(String folder) {
            try {
                return folder.isEmpty()
                        ? Stream.empty()
                        : Stream.of(Path.of(folder, "ffmpeg"), Path.of(folder, "ffmpeg.exe"));
            } catch (InvalidPathException e) {
                return Stream.empty();
            }
        }

        /** Returns the command that makes {@code file} from raw pictures on its stdin, three bytes a pixel. */
        List<String> command(int width, int height, int scale, int framesPerSecond, Path file) {
            // the format that every player knows has even sides
            String filter = "scale=iw*" + scale + ":ih*" + scale + ":flags=neighbor,pad=ceil(iw/2)*2:ceil(ih/2)*2";
            String arguments = "-y -loglevel error -f rawvideo -pix_fmt rgb24 -s " + width + "x" + height + " -r "
                    + framesPerSecond + " -i - -vf " + filter + " -pix_fmt yuv420p -f mp4";
            List<String> command = new ArrayList<>(List.of(program.toString()));
            command.addAll(List.of(arguments.split(" ")));
            command.add(file.toString());
            return command;
        }
    }
}
