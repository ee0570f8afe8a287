package io.htsrl.cli.play;

import io.htsrl.cli.play.GifFile.Area;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageInputStream;
import org.w3c.dom.Node;

/**
 * An animated GIF, read back as a viewer does: each image drawn over what is there.
 *
 * @param pictures what is seen, packed {@code 0xRRGGBB}
 * @param areas what each image covers
 * @param delays in hundredths of a second
 * @param loop the data of the loop extension
 */
public record Film(int width, int height, List<int[]> pictures, List<Area> areas, List<Integer> delays, byte[] loop) {

    public static Film read(Path file) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
            reader.setInput(in);
            IIOMetadataNode screen = only(
                    root(reader.getStreamMetadata().getAsTree("javax_imageio_gif_stream_1.0")),
                    "LogicalScreenDescriptor");
            int width = number(screen, "logicalScreenWidth");
            int height = number(screen, "logicalScreenHeight");
            Film film = new Film(width, height, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), loop(reader));
            int[] seen = new int[width * height];
            for (int i = 0; i < reader.getNumImages(true); i++) {
                film.draw(reader.read(i), metadata(reader, i), seen);
            }
            return film;
        } finally {
            reader.dispose();
        }
    }

    private void draw(BufferedImage image, IIOMetadataNode metadata, int[] seen) {
        IIOMetadataNode place = only(metadata, "ImageDescriptor");
        Area area = new Area(
                number(place, "imageLeftPosition"),
                number(place, "imageTopPosition"),
                image.getWidth(),
                image.getHeight());
        for (int y = 0; y < area.height(); y++) {
            for (int x = 0; x < area.width(); x++) {
                seen[(area.top() + y) * width + area.left() + x] = image.getRGB(x, y) & 0xffffff;
            }
        }
        pictures.add(seen.clone());
        areas.add(area);
        delays.add(number(only(metadata, "GraphicControlExtension"), "delayTime"));
    }

    private static byte[] loop(ImageReader reader) throws IOException {
        return (byte[]) only(metadata(reader, 0), "ApplicationExtension").getUserObject();
    }

    private static IIOMetadataNode metadata(ImageReader reader, int image) throws IOException {
        return root(reader.getImageMetadata(image).getAsTree("javax_imageio_gif_image_1.0"));
    }

    private static IIOMetadataNode root(Node node) {
        return (IIOMetadataNode) node;
    }

    private static IIOMetadataNode only(IIOMetadataNode root, String name) {
        return (IIOMetadataNode) root.getElementsByTagName(name).item(0);
    }

    private static int number(IIOMetadataNode node, String attribute) {
        return Integer.parseInt(node.getAttribute(attribute));
    }
}
