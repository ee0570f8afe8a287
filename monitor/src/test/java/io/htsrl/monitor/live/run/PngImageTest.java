package io.htsrl.monitor.live.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.render.RgbFrame;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PngImageTest {

    /** ImageIO, another reader, checks sizes and sums. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "1, 7, 0", "160, 210, 0", "600, 400, 0", "313, 257, 1"})
    void shouldBeReadAsItWas(int width, int height, int noise) throws IOException {
        Random random = new Random(7);
        int[] pixels = IntStream.range(0, width * height)
                .map(i -> noise == 1 ? random.nextInt(1 << 24) : i * 2654435 & 0xffffff)
                .toArray();
        byte[] file = PngImage.of(new RgbFrame(width, height, pixels));
        BufferedImage read = ImageIO.read(new ByteArrayInputStream(file));

        assertEquals(width, read.getWidth());
        assertEquals(height, read.getHeight());
        int[] seen = IntStream.of(read.getRGB(0, 0, width, height, null, 0, width))
                .map(argb -> argb & 0xffffff)
                .toArray();
        assertArrayEquals(pixels, seen);
    }
}
