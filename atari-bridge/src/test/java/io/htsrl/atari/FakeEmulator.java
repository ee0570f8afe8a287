package io.htsrl.atari;

import io.htsrl.core.random.RandomStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A game made up for tests: screens and rewards are hashes of all actions since its beginning, a life lasts a fixed
 * number of frames. Without lives left it takes some frames more to be over, as Q*bert does. Strict: it fails when a
 * game goes on that is over, and shows a false screen after {@link #restore}, as ALE does.
 */
final class FakeEmulator implements Emulator {
    static final RandomStream HASH = RandomStream.root(77);

    /** What was done to it, when that is watched: actions, and {@link #RESET}. */
    final List<Integer> log = new ArrayList<>();

    static final int RESET = -1;

    private final int[] minimalActions;
    private final int startLives;
    private final int lifeFrames;
    private final int dyingFrames;
    boolean watched = true;
    private long state;
    private int frames;
    private boolean stale;
    private boolean closed;

    /** @param lifeFrames frames until a life is lost */
    FakeEmulator(int[] minimalActions, int startLives, int lifeFrames, int dyingFrames) {
        this.minimalActions = minimalActions;
        this.startLives = startLives;
        this.lifeFrames = lifeFrames;
        this.dyingFrames = dyingFrames;
    }

    /** A game that does not end. */
    static FakeEmulator endless(int... minimalActions) {
        return new FakeEmulator(minimalActions, 3, Integer.MAX_VALUE / 4, 0);
    }

    @Override
    public int[] minimalActions() {
        return minimalActions.clone();
    }

    @Override
    public void reset() {
        note(RESET);
        state = 0;
        frames = 0;
        stale = false;
    }

    @Override
    public int act(int action) {
        if (action < 0 || action > 17 || gameOver() || closed) {
            throw new AssertionError("action " + action + " after " + frames + " frames, closed " + closed);
        }
        note(action);
        state = HASH.bits(state, action);
        frames++;
        stale = false;
        return reward(state);
    }

    private void note(int what) {
        if (watched) {
            log.add(what);
        }
    }

    /** Mostly nothing. */
    static int reward(long state) {
        return switch ((int) (state & 15)) {
            case 0 -> 5;
            case 1 -> -2;
            case 2, 3 -> 1;
            default -> 0;
        };
    }

    @Override
    public boolean gameOver() {
        return frames >= startLives * lifeFrames + dyingFrames;
    }

    @Override
    public int lives() {
        return Math.max(0, startLives - frames / lifeFrames);
    }

    /** Draws blocks of 14 x 16 pixels; wrong ones after a restore. */
    @Override
    public void screen(byte[] to, int offset) {
        long bits = stale ? 0x5555 : state;
        for (int y = 0; y < HEIGHT; y++) {
            int row = offset + y * WIDTH;
            if (y % 14 > 0) {
                System.arraycopy(to, row - WIDTH, to, row, WIDTH);
                continue;
            }
            for (int block = 0; block < WIDTH / 16; block++) {
                Arrays.fill(to, row + block * 16, row + block * 16 + 16, (byte) (bits >>> (block + y / 14 * 3)));
            }
        }
    }

    @Override
    public int[] palette() {
        int[] palette = new int[256];
        Arrays.setAll(palette, i -> (int) HASH.bits(i) & 0xffffff);
        return palette;
    }

    @Override
    public byte[] greys() {
        byte[] greys = new byte[256];
        for (int i = 0; i < greys.length; i++) {
            greys[i] = (byte) HASH.bits(1, i);
        }
        return greys;
    }

    @Override
    public int[] modes() {
        return new int[] {0};
    }

    @Override
    public int[] difficulties() {
        return new int[] {0};
    }

    @Override
    public byte[] save() {
        return ByteBuffer.allocate(12).putLong(state).putInt(frames).array();
    }

    @Override
    public void restore(byte[] saved) {
        ByteBuffer buffer = ByteBuffer.wrap(saved);
        state = buffer.getLong();
        frames = buffer.getInt();
        stale = true;
    }

    @Override
    public void close() {
        closed = true;
    }

    boolean closed() {
        return closed;
    }
}
