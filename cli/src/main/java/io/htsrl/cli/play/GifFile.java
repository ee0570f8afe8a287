package io.htsrl.cli.play;

import io.htsrl.cli.rundir.files.RunDirectoryException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Writes pictures of one size as an animated GIF, whole or not at all, and small: of each picture the smallest
 * rectangle that has changed; a picture like the one before it lengthens that one's time. Colours are exact where a
 * rectangle has at most 256 of them, and approximated by the JDK where it has more. One thread.
 */
final class GifFile implements AutoCloseable {
    private static final int CENTISECONDS = 100;
    private static final int LONGEST_DELAY = 0xffff;

    private final Path file;
    private final Path draft;
    private final int width;
    private final int scale;
    private final int framesPerSecond;
    private final int[] shown;
    private final GifSequence gif;
    private BufferedImage pending; // its time is known when the next one comes
    private Area pendingArea;
    private long pendingSince;
    private Palette common; // of the first image, which the format keeps for those that need no other
    private long pictures;
    private long held;
    private boolean ended;

    /**
     * Begins a draft beside {@code file}.
     *
     * @param width  of the pictures
     * @param scale  pixels of the file for each of a picture, both ways
     * @throws RunDirectoryException when it cannot be written
     */
    GifFile(Path file, int width, int height, int scale, int framesPerSecond) {
        this.file = file;
        this.draft = file.resolveSibling("." + file.getFileName());
        this.width = width;
        this.scale = scale;
        this.framesPerSecond = framesPerSecond;
        this.shown = new int[width * height];
        try {
            Files.deleteIfExists(draft);
            draft.toFile().deleteOnExit(); // when the process is told to end while it records
            gif = new GifSequence(draft.toFile(), width * scale, height * scale);
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }

    /** Adds the next picture, packed {@code 0xRRGGBB}. */
    void add(int[] pixels) {
        Area area = pictures == 0 ? new Area(0, 0, width, shown.length / width) : Area.changed(shown, pixels, width);
        if (area != null) {
            writePending();
            pending = image(area.enlarged(pixels, width, scale), area.width() * scale);
            pendingArea = area;
            pendingSince = now();
            System.arraycopy(pixels, 0, shown, 0, shown.length);
        }
        pictures++;
    }

    private BufferedImage image(int[] pixels, int rowLength) {
        Optional<Palette> own = Palette.of(pixels);
        if (own.isEmpty()) {
            BufferedImage image = new BufferedImage(rowLength, pixels.length / rowLength, BufferedImage.TYPE_INT_RGB);
            image.setRGB(0, 0, rowLength, image.getHeight(), pixels, 0, rowLength);
            return image;
        }
        if (pictures == 0) {
            common = own.get();
        }
        return own.filter(palette -> common == null || !common.holds(palette))
                .orElse(common)
                .indexed(pixels, rowLength);
    }

    /** The time at which the next picture is due. */
    private long now() {
        return Math.round((double) pictures * CENTISECONDS / framesPerSecond) + held;
    }

    /** Shows the last picture for longer. */
    void hold(int centiseconds) {
        held += centiseconds;
    }

    private void writePending() {
        if (pending == null) {
            return;
        }
        try {
            gif.add(pending, pendingArea.left() * scale, pendingArea.top() * scale, (int)
                    Math.min(LONGEST_DELAY, now() - pendingSince));
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }

    /**
     * Ends the file, which takes its name now, in place of one that has it. Without a picture there is no file.
     *
     * @throws RunDirectoryException when it cannot be written
     */
    void end() {
        if (pictures == 0) {
            return;
        }
        writePending();
        try {
            gif.end();
            gif.close();
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
            ended = true;
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }

    /** Pictures added. */
    long pictures() {
        return pictures;
    }

    /** How long all of them last. */
    double seconds() {
        return (double) now() / CENTISECONDS;
    }

    /** Unless it has ended, nothing is left of the file. */
    @Override
    public void close() {
        if (ended) {
            return;
        }
        try {
            gif.close();
        } catch (IOException e) {
            // it is of no use anyway
        }
        draft.toFile().delete();
    }
}
