package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.play.LiveScreen.TerminalPicture;
import org.junit.jupiter.api.Test;

class TerminalPictureTest {
    private static final String PLAIN = "\u001b[0m" + System.lineSeparator();

    private static String text(TerminalPicture picture, int... pixels) {
        StringBuilder text = new StringBuilder();
        picture.append(pixels, text);
        return text.toString();
    }

    private static String ink(int red, int green, int blue) {
        return "\u001b[38;2;" + red + ";" + green + ";" + blue + "m";
    }

    private static String ground(int red, int green, int blue) {
        return "\u001b[48;2;" + red + ";" + green + ";" + blue + "m";
    }

    @Test
    void shouldShowTwoPixelsInACharacter() {
        assertEquals(
                ground(0, 0, 255) + ink(255, 0, 0) + "▀" + ink(0, 255, 0) + "▀" + " " + PLAIN,
                text(
                        new TerminalPicture(3, 2, 80, 24, true),
                        0xff0000,
                        0x00ff00,
                        0x0000ff,
                        0x0000ff,
                        0x0000ff,
                        0x0000ff));
    }

    @Test
    void shouldLeaveTheGroundBelowAnOddRowAlone() {
        TerminalPicture picture = new TerminalPicture(2, 3, 80, 24, true);

        assertEquals(2, picture.lines());
        assertEquals(
                ground(1, 2, 3) + "  " + PLAIN + ink(4, 5, 6) + "▀▀" + PLAIN,
                text(picture, 0x010203, 0x010203, 0x010203, 0x010203, 0x040506, 0x040506));
    }

    @Test
    void shouldPrintSpacesWhereThereAreNoHalfBlocks() {
        assertEquals(ground(2, 3, 4) + " " + PLAIN, text(new TerminalPicture(1, 2, 80, 24, false), 0x010203, 0x030405));
    }

    @Test
    void shouldShrinkToTheTerminal() {
        TerminalPicture wide = new TerminalPicture(4, 2, 2, 24, true);

        assertEquals(1, wide.lines());
        assertEquals(
                ink(15, 0, 0) + "▀" + ink(0, 35, 0) + "▀" + PLAIN,
                text(wide, 0x100000, 0x200000, 0x000000, 0x004000, 0x000000, 0x0c0000, 0x000000, 0x004c00));
        assertEquals(11, new TerminalPicture(160, 210, 200, 11, true).lines());
        assertEquals(100, new TerminalPicture(300, 200, 1000, 100, true).lines());
        assertEquals(1, new TerminalPicture(300, 200, 1, -1, true).lines());
    }
}
