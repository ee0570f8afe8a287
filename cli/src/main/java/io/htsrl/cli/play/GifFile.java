package io.htsrl.cli.play;

import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.FileImageOutputStream;

/**
 * Writes played episodes as an animated GIF, with a pause after each one. The file appears whole or not at all. Each
 * frame holds the smallest rectangle that has changed; a picture equal to the one before lengthens that one's time.
 * Colours are exact where a rectangle has at most 256 of them, and approximated by the JDK where it has more. One
 * thread.
 */
final class GifFile implements Screen {
    /** Most frames per second that viewers show at their true speed: a delay must be at least 0.02 s. */
    static final int MOST_FRAMES_PER_SECOND = 50;

    private static final int PAUSE = 100;
    private static final int CENTISECONDS = 100;
    private static final int LONGEST_DELAY = 0xffff;

    private final Path file;
    private final Path draft;
    private final int width;
    private final int height;
    private final int scale;
    private final int framesPerSecond;
    private final int[] shown;
    private final GifSequence gif;
    private BufferedImage pending; // its time is known when the next one comes
    private Area pendingArea;
    private long pendingSince;
    private long pictures;
    private long held;
    private boolean ended;

    /**
     * Begins a draft beside {@code file}.
     *
     * @param width of the pictures
     * @param scale pixels of the file for each of a picture, both ways
     * @throws RunDirectoryException when it cannot be written
     */
    GifFile(Path file, int width, int height, int scale, int framesPerSecond) {
        this.file = file;
        this.draft = file.resolveSibling("." + file.getFileName());
        this.width = width;
        this.height = height;
        this.scale = scale;
        this.framesPerSecond = framesPerSecond;
        this.shown = new int[width * height];
        try {
            Files.deleteIfExists(draft);
            draft.toFile().deleteOnExit(); // when the process ends while it records
            gif = new GifSequence(draft.toFile(), width * scale, height * scale);
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }

    @Override
    public void show(int[] pixels, int episode, Episode soFar, boolean last) {
        add(pixels);
        if (last) {
            hold(PAUSE);
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

    private static BufferedImage image(int[] pixels, int rowLength) {
        BufferedImage image = new BufferedImage(rowLength, pixels.length / rowLength, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, rowLength, image.getHeight(), pixels, 0, rowLength);
        return image;
    }

    /** Returns the time at which the next picture is due. */
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
     * Ends the file and renames it to its final name, over a file that has the name. Without a picture it makes no
     * file.
     *
     * @throws RunDirectoryException when it cannot be written
     */
    @Override
    public void end() {
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

    @Override
    public Optional<String> summary() {
        double seconds = (double) now() / CENTISECONDS;
        return Optional.of(Screen.summary(file, pictures, width * scale, height * scale, seconds));
    }

    /** Deletes the draft unless the file has ended. */
    @Override
    public void close() {
        if (ended) {
            return;
        }
        try {
            gif.close();
        } catch (IOException e) {
            // the draft is of no use anyway
        }
        draft.toFile().delete();
    }

    /** A rectangle of a picture, in pixels from its upper left corner. Immutable. */
    record Area(int left, int top, int width, int height) {

        /**
         * Returns the smallest area outside of which two pictures are equal; null where they are equal everywhere.
         *
         * @param width of both pictures
         */
        static Area changed(int[] before, int[] after, int width) {
            int left = width;
            int right = -1;
            int top = -1;
            int bottom = -1;
            for (int i = 0; i < after.length; i++) {
                if (before[i] != after[i]) {
                    int column = i % width;
                    left = Math.min(left, column);
                    right = Math.max(right, column);
                    bottom = i / width;
                    top = top < 0 ? bottom : top;
                }
            }
            return right < 0 ? null : new Area(left, top, right - left + 1, bottom - top + 1);
        }

        /** Returns its pixels, row after row, each as a square of {@code scale} x {@code scale}. */
        int[] enlarged(int[] picture, int pictureWidth, int scale) {
            int rowLength = width * scale;
            int[] pixels = new int[rowLength * height * scale];
            for (int y = 0; y < height * scale; y++) {
                int from = (top + y / scale) * pictureWidth + left;
                for (int x = 0; x < rowLength; x++) {
                    pixels[y * rowLength + x] = picture[from + x / scale];
                }
            }
            return pixels;
        }
    }

    /**
     * Writes the bytes of an animated GIF by the JDK's writer: images that are drawn over each other, repeated for
     * ever. One thread.
     *
     * <p>Source: <i>Graphics Interchange Format, Version 89a</i>, CompuServe 1990; the loop is Netscape's application
     * extension; metadata as in {@code javax.imageio.metadata}'s <i>GIF Metadata Format Specification</i>.
     */
    private static final class GifSequence implements AutoCloseable {
        private static final String IMAGE_FORMAT = "javax_imageio_gif_image_1.0";
        private static final String STREAM_FORMAT = "javax_imageio_gif_stream_1.0";
        private static final byte[] FOR_EVER = {1, 0, 0};

        private final FileImageOutputStream out;
        private final ImageWriter writer;
        private boolean first = true;

        /** Begins the file, and overwrites one that is there. */
        GifSequence(File file, int width, int height) throws IOException {
            writer = ImageIO.getImageWritersByFormatName("gif").next();
            out = new FileImageOutputStream(file);
            out.seek(0);
            out.setByteOrder(ByteOrder.LITTLE_ENDIAN);
            writer.setOutput(out);
            IIOMetadata stream = writer.getDefaultStreamMetadata(null);
            IIOMetadataNode root = new IIOMetadataNode(STREAM_FORMAT);
            String size = "logicalScreenWidth=" + width + " logicalScreenHeight=" + height;
            child(root, "LogicalScreenDescriptor", size + " colorResolution=8 pixelAspectRatio=0");
            stream.mergeTree(STREAM_FORMAT, root);
            writer.prepareWriteSequence(stream);
        }

        /**
         * Adds an image.
         *
         * @param centiseconds time until the next one
         */
        void add(BufferedImage image, int left, int top, int centiseconds) throws IOException {
            IIOMetadata metadata = writer.getDefaultImageMetadata(new ImageTypeSpecifier(image), null);
            IIOMetadataNode root = new IIOMetadataNode(IMAGE_FORMAT);
            String place = "imageLeftPosition=" + left + " imageTopPosition=" + top;
            String size = "imageWidth=" + image.getWidth() + " imageHeight=" + image.getHeight();
            child(root, "ImageDescriptor", place + " " + size + " interlaceFlag=FALSE");
            String flags = "disposalMethod=doNotDispose userInputFlag=FALSE transparentColorFlag=FALSE";
            child(root, "GraphicControlExtension", flags + " transparentColorIndex=0 delayTime=" + centiseconds);
            if (first) {
                IIOMetadataNode extensions = child(root, "ApplicationExtensions", "");
                IIOMetadataNode loop =
                        child(extensions, "ApplicationExtension", "applicationID=NETSCAPE authenticationCode=2.0");
                loop.setUserObject(FOR_EVER.clone());
                first = false;
            }
            metadata.mergeTree(IMAGE_FORMAT, root);
            writer.writeToSequence(new IIOImage(image, null, metadata), null);
        }

        /** Adds an element with attributes {@code name=value}, separated by blanks. */
        private static IIOMetadataNode child(IIOMetadataNode parent, String name, String attributes) {
            IIOMetadataNode node = new IIOMetadataNode(name);
            for (String attribute : attributes.isEmpty() ? new String[0] : attributes.split(" ")) {
                String[] parts = attribute.split("=");
                node.setAttribute(parts[0], parts[1]);
            }
            parent.appendChild(node);
            return node;
        }

        /** Writes the end of the file. */
        void end() throws IOException {
            writer.endWriteSequence();
        }

        @Override
        public void close() throws IOException {
            writer.dispose();
            out.close();
        }
    }
}
