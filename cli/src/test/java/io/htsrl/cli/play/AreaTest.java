package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.htsrl.cli.play.GifFile.Area;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AreaTest {
    private static final int WIDTH = 7;

    /** Each border is as far in as it can be, and nothing lies outside. */
    @Property(tries = 200)
    void shouldBeTheSmallestAreaAroundWhatHasChanged(
            @ForAll @Size(min = 1, max = 5) int[] places, @ForAll @IntRange(min = 1, max = 6) int height) {
        int[] before = new int[WIDTH * height];
        int[] after = before.clone();
        int left = WIDTH;
        int top = height;
        int right = 0;
        int bottom = 0;
        for (int place : places) {
            int at = Math.floorMod(place, after.length);
            after[at] = 1;
            left = Math.min(left, at % WIDTH);
            right = Math.max(right, at % WIDTH);
            top = Math.min(top, at / WIDTH);
            bottom = Math.max(bottom, at / WIDTH);
        }

        assertEquals(new Area(left, top, right - left + 1, bottom - top + 1), Area.changed(before, after, WIDTH));
    }

    @Test
    void shouldBeNoneOfEqualPictures() {
        assertNull(Area.changed(new int[] {1, 2, 3, 4}, new int[] {1, 2, 3, 4}, 2));
    }
}
