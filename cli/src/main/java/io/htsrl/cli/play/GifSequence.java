package io.htsrl.cli.play;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.ByteOrder;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.FileImageOutputStream;

/**
 * Writes the bytes of an animated GIF by the JDK's writer: images that are drawn over each other, repeated for ever.
 * One thread.
 *
 * <p>Source: <i>Graphics Interchange Format, Version 89a</i>, CompuServe 1990; the loop is Netscape's application
 * extension; metadata as in {@code javax.imageio.metadata}'s <i>GIF Metadata Format Specification</i>.
 */
final class GifSequence implements AutoCloseable {
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
