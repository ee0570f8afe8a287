package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.play.GifFile.Area;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GifFileTest {
    private static final int WIDTH = 19;
    private static final int HEIGHT = 17;
    private static final RandomStream DRAWS = RandomStream.root(1).spawn("pictures");

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void namePath() {
        path = folder.resolve("film.gif");
    }

    /** Pixels drawn among {@code colours} colours, all of which occur. */
    private static int[] picture(int number, int colours) {
        return IntStream.range(0, WIDTH * HEIGHT)
                .map(i -> i < colours ? i : (int) (DRAWS.uniform(number, i) * colours))
                .map(colour -> (int) DRAWS.bits(colours, colour) & 0xffffff)
                .toArray();
    }

    private Film film(int scale, int framesPerSecond, List<int[]> pictures) throws IOException {
        try (GifFile gif = new GifFile(path, WIDTH, HEIGHT, scale, framesPerSecond)) {
            pictures.forEach(gif::add);
            gif.end();
            assertTrue(gif.summary().orElseThrow().contains(": " + pictures.size() + " frames of "));
        }
        return Film.read(path);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 16, 17, 128, 255, 256})
    void shouldKeepEveryPixelOfUpTo256Colours(int colours) throws IOException {
        List<int[]> pictures = List.of(picture(0, colours), picture(1, 2), picture(2, colours), picture(3, 256));

        Film film = film(1, 10, pictures);

        assertEquals(WIDTH, film.width());
        assertEquals(HEIGHT, film.height());
        assertEquals(pictures.size(), film.pictures().size());
        for (int i = 0; i < pictures.size(); i++) {
            assertArrayEquals(pictures.get(i), film.pictures().get(i), "picture " + i);
        }
    }

    @Test
    void shouldComeCloseToMoreColours() throws IOException {
        int[] grey = IntStream.range(0, WIDTH * HEIGHT)
                .map(i -> 0x010101 * (i % 256) ^ i / 256)
                .toArray();
        assertEquals(WIDTH * HEIGHT, Arrays.stream(grey).distinct().count());

        Film film = film(1, 10, List.of(picture(0, 4), grey));

        int[] shown = film.pictures().get(1);
        for (int i = 0; i < grey.length; i++) {
            for (int shift = 0; shift <= 16; shift += 8) {
                assertEquals(grey[i] >> shift & 0xff, shown[i] >> shift & 0xff, 16);
            }
        }
    }

    @Test
    void shouldWriteWhatHasChangedAlone() throws IOException {
        int[] before = new int[WIDTH * HEIGHT];
        int[] after = before.clone();
        after[3 * WIDTH + 5] = 0xff0000;
        after[8 * WIDTH + 4] = 0xff0000;

        Film film = film(2, 10, List.of(before, after, before));

        assertEquals(
                List.of(new Area(0, 0, 2 * WIDTH, 2 * HEIGHT), new Area(8, 6, 4, 12), new Area(8, 6, 4, 12)),
                film.areas());
        assertArrayEquals(film.pictures().get(0), film.pictures().get(2));
    }

    @Test
    void shouldEnlargeEachPixelToASquare() throws IOException {
        int[] picture = picture(0, 7);

        int[] shown = film(3, 10, List.of(picture)).pictures().get(0);

        for (int i = 0; i < shown.length; i++) {
            assertEquals(picture[i / (3 * WIDTH) / 3 * WIDTH + i % (3 * WIDTH) / 3], shown[i]);
        }
    }

    /** Equal pictures are one image with their time; the rounding of delays never adds up. */
    @Test
    void shouldLengthenAPictureThatStays() throws IOException {
        int[] a = picture(0, 4);
        int[] b = picture(1, 4);

        Film film = film(1, 15, List.of(a, a, a, b, a, a));

        assertEquals(List.of(20, 7, 13), film.delays());
    }

    @Test
    void shouldHoldAPicture() throws IOException {
        try (GifFile gif = new GifFile(path, WIDTH, HEIGHT, 1, 50)) {
            gif.add(picture(0, 4));
            gif.hold(100);
            gif.add(picture(1, 4));
            gif.hold(70_000); // longer than the format can say
            gif.end();
            assertTrue(gif.summary().orElseThrow().contains(", 701.0 s, "));
        }
        assertEquals(List.of(102, 0xffff), Film.read(path).delays());
    }

    @Test
    void shouldLoopForEver() throws IOException {
        assertArrayEquals(
                new byte[] {1, 0, 0}, film(1, 10, List.of(picture(0, 4))).loop());
    }

    /** What the README's film is like: three things that move in front of a plain ground. */
    @Test
    void shouldBeSmall() throws IOException {
        int width = 160;
        int height = 210;
        try (GifFile gif = new GifFile(path, width, height, 2, 15)) {
            for (int frame = 0; frame < 100; frame++) {
                int[] pixels = new int[width * height];
                paint(pixels, width, 16, 34 + frame % 140, 4, 16, 0xd58219);
                paint(pixels, width, 140, 180 - frame % 140, 4, 16, 0x5cba5c);
                paint(pixels, width, 20 + frame * 3 % 118, 40 + frame * 2 % 130, 2, 4, 0xececec);
                gif.add(pixels);
            }
            gif.end();
        }
        assertEquals(100, Film.read(path).pictures().size());
        assertTrue(Files.size(path) < 100_000, () -> path.toFile().length() + " bytes");
    }

    private static void paint(int[] pixels, int width, int left, int top, int columns, int rows, int rgb) {
        for (int y = top; y < top + rows; y++) {
            Arrays.fill(pixels, y * width + left, y * width + left + columns, rgb);
        }
    }

    // ---- the file

    @Test
    void shouldTakeThePlaceOfAnEarlierFileAtTheEndAlone() throws IOException {
        Files.writeString(path, "earlier");
        try (GifFile gif = new GifFile(path, WIDTH, HEIGHT, 1, 10)) {
            gif.add(picture(0, 4));
            assertEquals("earlier", Files.readString(path));
            gif.end();
        }
        assertEquals(1, Film.read(path).pictures().size());
        assertFalse(Files.exists(folder.resolve(".film.gif")));
    }

    @Test
    void shouldLeaveNothingOfAFileThatWasNotEnded() throws IOException {
        try (GifFile gif = new GifFile(path, WIDTH, HEIGHT, 1, 10)) {
            gif.add(picture(0, 4));
        }
        try (GifFile gif = new GifFile(path, WIDTH, HEIGHT, 1, 10)) {
            gif.end(); // without a picture there is nothing to see
        }
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void shouldSayWhatCannotBeWritten() {
        path = folder.resolve("no/film.gif");

        String message = assertThrows(RunDirectoryException.class, () -> new GifFile(path, WIDTH, HEIGHT, 1, 10))
                .getMessage();
        assertTrue(message.startsWith("cannot write " + path + ": "), message);
    }
}
