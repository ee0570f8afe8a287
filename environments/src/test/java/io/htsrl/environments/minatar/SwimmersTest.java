package io.htsrl.environments.minatar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SwimmersTest {
    private final int[] state = new int[3 + Swimmers.SIZE];
    private final Swimmers swimmers = new Swimmers(state, 3);
    private final int a = Swimmers.object(4, 8, true);
    private final int b = Swimmers.object(0, 1, false);

    private int[] all() {
        return Arrays.copyOfRange(state, 4, 4 + swimmers.count());
    }

    /** As {@code list.remove} of Python: equal objects are rare, so no recorded game shows it. */
    @Test
    void shouldRemoveTheFirstOfEqualObjects() {
        swimmers.add(a);
        swimmers.add(b);
        swimmers.add(a);

        assertEquals(1, swimmers.remove(2));
        assertArrayEquals(new int[] {b, a}, all());
        assertEquals(-1, swimmers.remove(1));
        assertArrayEquals(new int[] {b}, all());
    }

    @Test
    void shouldRemoveWhatIsInACell() {
        swimmers.add(a);
        swimmers.add(Swimmers.withTimer(b, 5));

        assertFalse(swimmers.removeMet(Swimmers.object(4, 7, true)));
        assertTrue(swimmers.removeMet(Swimmers.withShotTimer(b, 10)));
        assertArrayEquals(new int[] {a}, all());
    }

    @Test
    void shouldPackColumnsOutsideOfTheBoard() {
        int object = Swimmers.withShotTimer(Swimmers.withTimer(Swimmers.object(-1, 8, false), 5), 10);
        int moved = Swimmers.moved(object);

        assertEquals(-2, Swimmers.column(moved));
        assertTrue(Swimmers.outside(moved) && Swimmers.outside(Swimmers.moved(Swimmers.object(10, 0, true))));
        assertEquals(8, Swimmers.row(moved));
        assertFalse(Swimmers.right(moved));
        assertEquals(5, Swimmers.timer(moved));
        assertEquals(10, Swimmers.shotTimer(moved));
        assertEquals(0, Swimmers.timer(Swimmers.withTimer(moved, 0)));
    }
}
