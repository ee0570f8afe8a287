package io.htsrl.atari;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalInt;
import org.bytedeco.ale.ALEInterface;
import org.bytedeco.ale.ColourPalette;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;

/**
 * An instance of the Arcade Learning Environment. One thread at a time.
 *
 * <p>ALE ends or hangs the process when it is used wrongly, so every call is checked here: {@link #load} once, then the
 * others, and none after {@link #close}. {@link RomGuard} ensures that ALE survives the cartridge. Creating and loading
 * takes 0.1 s, a reset 3.5 ms, a frame 50 µs.
 *
 * <p>ALE's own reset does not reset RAM and random generator, so that a game would depend on the games before it. This
 * class saves the state after the first reset, and restores it at the end of each further reset.
 */
public final class AleEmulator implements Emulator {
    private static final int ACTIONS = 18;
    private static final int COLOURS = 256;
    private static final int SEED = 1; // -1 would be the clock; without sticky actions no draw affects the game

    private enum State {
        NEW,
        LOADED,
        CLOSED
    }

    private State state = State.NEW;
    private ALEInterface ale;
    private BytePointer pixels;
    private String md5;
    private byte[] start;
    private final byte[] startScreen = new byte[HEIGHT * WIDTH];
    private FrameBuffers frames; // null where they cannot be found
    private final byte[] startFrames = new byte[FrameBuffers.SAVED];
    private long startProgress = FrameBuffers.FINISHED;
    private boolean atStart;

    /** @throws UnsatisfiedLinkError where ALE has no build for the platform */
    public AleEmulator() {
        AleLibrary.load();
        ale = new ALEInterface();
        ale.setInt("random_seed", SEED);
        ale.setFloat("repeat_action_probability", 0);
        ale.setInt("frame_skip", 1);
        ale.setInt("max_num_frames_per_episode", 0);
        ale.setBool("color_averaging", false);
        ale.setBool("display_screen", false);
        ale.setBool("sound", false);
    }

    /**
     * Loads a cartridge and switches the console on.
     *
     * @param rom a cartridge that {@link RomGuard} has accepted
     * @param mode one of {@link #modes}, or empty for the game's default
     * @param difficulty one of {@link #difficulties}, or empty for the game's default
     * @throws IllegalArgumentException when the game has no such mode or difficulty, or another screen than 210 x 160;
     *     the emulator is then closed
     */
    public void load(Rom rom, OptionalInt mode, OptionalInt difficulty) {
        require(State.NEW);
        state = State.LOADED;
        md5 = rom.md5();
        try {
            insert(rom);
            require("mode", modes(), mode);
            require("difficulty", difficulties(), difficulty);
            mode.ifPresent(ale::setMode);
            difficulty.ifPresent(ale::setDifficulty);
            ale.reset_game();
            pixels.get(startScreen);
            start = NativeState.take(ale);
            long[] atStart = FrameBuffers.words(ale);
            frames = FrameBuffers.find(ale, pixels);
            if (frames != null) {
                startProgress = frames.progress(atStart);
                ale.reset_game(); // restores the frames as they were before the search
                frames.save(startFrames, 0);
            }
            reset();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void insert(Rom rom) {
        try {
            Path folder = Files.createTempDirectory("hts-rom");
            Path file = folder.resolve(rom.game() + ".bin"); // ALE finds the game by this name
            try {
                ale.loadROM(Files.write(file, rom.bytes()).toString());
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the ROM could not be copied to a temporary file", e);
        }
        long height = ale.getScreen().height();
        if (height != HEIGHT || ale.getScreen().width() != WIDTH) {
            throw new IllegalArgumentException(
                    rom.game() + " has a screen of " + height + " rows; only games of " + HEIGHT + " are supported");
        }
        pixels = ale.getScreen().getArray(); // valid until another cartridge is loaded
        pixels.capacity(HEIGHT * WIDTH);
    }

    private static void require(String what, int[] offered, OptionalInt wanted) {
        if (wanted.isPresent() && Arrays.binarySearch(offered, wanted.getAsInt()) < 0) {
            throw new IllegalArgumentException(what + " " + wanted.getAsInt()
                    + " is not offered by this game, which has " + Arrays.toString(offered));
        }
    }

    @Override
    public int[] minimalActions() {
        require(State.LOADED);
        return sorted(ale.getMinimalActionSet());
    }

    @Override
    public void reset() {
        require(State.LOADED);
        ale.reset_game(); // clears the frames in progress, which no saved state contains
        NativeState.set(ale, start);
        if (frames != null) {
            frames.restore(startFrames, 0);
            frames.progress(startProgress);
        }
        atStart = true;
    }

    @Override
    public int act(int action) {
        require(State.LOADED);
        if (action < 0 || action >= ACTIONS) {
            throw new IllegalArgumentException("action " + action + " is none of 0 .. " + (ACTIONS - 1));
        }
        atStart = false;
        return ale.act(action);
    }

    @Override
    public boolean gameOver() {
        require(State.LOADED);
        return ale.game_over();
    }

    @Override
    public int lives() {
        require(State.LOADED);
        return ale.lives();
    }

    @Override
    public void screen(byte[] to, int offset) {
        require(State.LOADED);
        Objects.checkFromIndexSize(offset, HEIGHT * WIDTH, to.length); // JavaCPP copies without checks
        if (atStart) {
            System.arraycopy(startScreen, 0, to, offset, startScreen.length);
        } else {
            pixels.get(to, offset, HEIGHT * WIDTH);
        }
    }

    @Override
    public int[] palette() {
        require(State.LOADED);
        ColourPalette colours = ale.theOSystem().colourPalette();
        int[] palette = new int[COLOURS];
        for (int i = 0; i < COLOURS; i++) {
            palette[i] = colours.getRGB(i) & 0xFFFFFF;
        }
        return palette;
    }

    @Override
    public byte[] greys() {
        // ALE's palette holds a colour at each even index and its grey at the odd index behind it
        int[] palette = palette();
        byte[] greys = new byte[COLOURS];
        for (int i = 0; i < COLOURS; i++) {
            greys[i] = (byte) palette[i | 1];
        }
        return greys;
    }

    @Override
    public int[] modes() {
        require(State.LOADED);
        return sorted(ale.getAvailableModes());
    }

    @Override
    public int[] difficulties() {
        require(State.LOADED);
        return sorted(ale.getAvailableDifficulties());
    }

    @Override
    public boolean canSave() {
        require(State.LOADED);
        return frames != null;
    }

    @Override
    public byte[] save() {
        requireFrames();
        byte[] taken = NativeState.take(ale);
        byte[] whole = Arrays.copyOf(taken, taken.length + FrameBuffers.SAVED);
        frames.save(whole, taken.length);
        return NativeState.wrap(md5, whole);
    }

    @Override
    public void restore(byte[] saved) {
        requireFrames();
        byte[] whole = NativeState.unwrap(md5, saved);
        int length = whole.length - FrameBuffers.SAVED;
        if (length <= 0) {
            throw new IllegalArgumentException("the saved emulator has no frames");
        }
        NativeState.set(ale, Arrays.copyOf(whole, length));
        frames.restore(whole, length); // after the state, since setting it runs frames
        atStart = false;
    }

    private void requireFrames() {
        if (!canSave()) {
            throw new IllegalStateException("this build of ALE keeps its frames where they cannot be found");
        }
    }

    @Override
    public void close() {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            pixels = null;
            frames = null;
            ale.deallocate();
            ale = null;
        }
    }

    private void require(State needed) {
        if (state != needed) {
            throw new IllegalStateException("the emulator is " + state + " where it has to be " + needed);
        }
    }

    private static int[] sorted(IntPointer native_) {
        int[] values = new int[(int) native_.limit()];
        native_.get(values);
        native_.deallocate();
        Arrays.sort(values);
        return values;
    }
}
