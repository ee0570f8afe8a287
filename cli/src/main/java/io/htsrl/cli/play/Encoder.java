package io.htsrl.cli.play;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The program that makes videos of pictures: ffmpeg. Immutable.
 *
 * @param program where it is
 */
record Encoder(Path program) {

    /** The first one of a search path, such as that of the variable {@code PATH}. */
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

    /** The command that makes {@code file} of raw pictures on its stdin, three bytes a pixel. */
    List<String> command(int width, int height, int scale, int framesPerSecond, Path file) {
        return List.of(
                program.toString(),
                "-y",
                "-loglevel",
                "error",
                "-f",
                "rawvideo",
                "-pix_fmt",
                "rgb24",
                "-s",
                width + "x" + height,
                "-r",
                Integer.toString(framesPerSecond),
                "-i",
                "-",
                "-vf", // the format that every player knows has even sides
                "scale=iw*" + scale + ":ih*" + scale + ":flags=neighbor,pad=ceil(iw/2)*2:ceil(ih/2)*2",
                "-pix_fmt",
                "yuv420p",
                "-f",
                "mp4",
                file.toString());
    }
}
