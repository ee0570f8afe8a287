package io.htsrl.atari;

import io.htsrl.atari.preprocessing.AtariOptions;
import io.htsrl.atari.preprocessing.FrameScaler;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * An Atari game after Gymnasium's {@code AtariPreprocessing}: one {@code uint8} picture per step, {@code [84][84]} of
 * greys by default. Frames are stacked where they are read. Thread rule of {@link Environment}. A step costs four
 * emulated frames, 200 µs, and a tenth of that for the picture; a new game costs 3.5 ms and its no-ops.
 *
 * <p>In a step the action is held for {@code frame-skip} frames, each of which may repeat the action before; rewards
 * are summed. The picture is the pixelwise maximum of the step's last two frames, scaled by area. The end of a game
 * ends the step early; its last picture is of the last frames that exist, where Gymnasium shows the step before.
 *
 * <p>A game begins with no-ops (Gymnasium). With {@code fire-reset}, FIRE and the third action are then held for a step
 * each (Baselines' {@code FireResetEnv}); a game that ends during them is begun again.
 *
 * <p>With {@code terminal-on-life-loss} a lost life is {@code terminated} in the frame in which it is lost (Gymnasium),
 * unless none is left (Baselines' {@code EpisodicLifeEnv}). The game {@link StepResult#continues}: the next
 * {@link #reset} holds no-op for a step, and FIRE as above, instead of beginning a new game. This is the one exception
 * to the rule that an episode is a function of its seed and actions: it also depends on the game's state. Where the
 * game ends in those frames, the next step reports it without running any.
 *
 * <p>The score of a step is its unclipped reward, and the reward gained in the frames of the start before it.
 */
public final class AtariEnvironment implements Environment, Rendered {
    private static final int NOOP = 0;
    private static final int FIRE = 1;
    private static final int ALL_ACTIONS = 18;

    private final EnvironmentSpec spec;
    private final String origin;
    private final Map<String, String> software;
    private final AtariOptions options;
    private final GameInPlay game;
    private final int[] actions;
    private final boolean fires;
    private final int[] colours;
    private final FrameScaler scaler;
    /** Level of every palette index, by plane of the picture. */
    private final int[][] planes;

    private boolean continues;
    private long gainedBefore;

    /**
     * @param id name of the environment
     * @param emulator emulator with the game loaded, in the mode and difficulty of the options; closed with this
     *     environment
     */
    public AtariEnvironment(String id, Emulator emulator, AtariOptions options) {
        this(id, emulator, options, "", Map.of());
    }

    /**
     * @param origin place where the cartridge was found
     * @param software identity of the cartridge
     */
    AtariEnvironment(String id, Emulator emulator, AtariOptions options, String origin, Map<String, String> software) {
        this.origin = origin;
        this.software = software;
        this.options = options;
        game = new GameInPlay(emulator, options.repeatActionProbability(), options.maxNumFramesPerEpisode());
        int[] minimal = emulator.minimalActions();
        actions = options.fullActionSpace() ? allActions() : minimal;
        fires = options.fireReset() && Arrays.stream(minimal).anyMatch(action -> action == FIRE);
        colours = emulator.palette();
        planes = options.grayscaleObs()
                ? new int[][] {unsigned(emulator.greys())}
                : new int[][] {channel(colours, 16), channel(colours, 8), channel(colours, 0)};
        int size = options.screenSize();
        scaler = new FrameScaler(Emulator.HEIGHT, Emulator.WIDTH, size);
        spec = new EnvironmentSpec(
                id,
                options.grayscaleObs() ? ObservationSpace.bytes(size, size) : ObservationSpace.bytes(size, size, 3),
                new ActionSpace.Discrete(actions.length),
                0,
                Double.NaN,
                true);
    }

    private static int[] allActions() {
        int[] all = new int[ALL_ACTIONS];
        Arrays.setAll(all, action -> action);
        return all;
    }

    private static int[] unsigned(byte[] levels) {
        int[] values = new int[levels.length];
        Arrays.setAll(values, i -> levels[i] & 0xff);
        return values;
    }

    private static int[] channel(int[] colours, int shift) {
        return Arrays.stream(colours).map(colour -> colour >> shift & 0xff).toArray();
    }

    @Override
    public EnvironmentSpec spec() {
        return spec;
    }

    @Override
    public String origin() {
        return origin;
    }

    @Override
    public Map<String, String> software() {
        return software;
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        game.draws().restart(seed);
        if (continues) {
            continues = false;
            continueGame();
        } else {
            begin();
        }
        observe(out);
    }

    private void begin() {
        beginGame();
        if (fires) {
            press(FIRE);
            press(thirdAction());
        }
    }

    private void beginGame() {
        game.begin();
        gainedBefore = 0;
        int noops = options.noopMax() == 0 ? 0 : 1 + (int) (game.draws().nextDouble() * options.noopMax());
        for (int i = 0; i < noops; i++) {
            holdBefore(NOOP, 1);
            if (game.ended()) {
                game.begin();
                gainedBefore = 0;
            }
        }
    }

    private void press(int action) {
        holdBefore(action, options.frameSkip());
        if (game.ended()) {
            beginGame();
        }
    }

    private void continueGame() {
        holdBefore(NOOP, options.frameSkip());
        if (fires) {
            holdBefore(FIRE, options.frameSkip());
            holdBefore(thirdAction(), options.frameSkip());
        }
    }

    private void holdBefore(int action, int frames) {
        if (!game.ended()) {
            game.hold(action, frames, false);
            gainedBefore += game.gained();
        }
    }

    /** Returns the third action, since some games also need a move before they begin. */
    private int thirdAction() {
        return actions[Math.min(2, actions.length - 1)];
    }

    @Override
    public void step(float[] row, int offset, ObservationSlot out, StepResult result) {
        game.hold(
                actions[ActionSpace.Discrete.index(row[offset], actions.length)],
                options.frameSkip(),
                options.terminalOnLifeLoss());
        observe(out);
        int gained = game.gained();
        boolean lifeLost = options.terminalOnLifeLoss() && game.lifeLost();
        continues = lifeLost && !game.ended();
        result.set(options.clipRewards() ? Integer.signum(gained) : gained, game.over() || lifeLost, game.cutOff());
        result.setScore(gained + gainedBefore, continues);
        gainedBefore = 0;
    }

    private void observe(ObservationSlot out) {
        for (int plane = 0; plane < planes.length; plane++) {
            scaler.scale(
                    game.screen(),
                    game.screenBefore(),
                    planes[plane],
                    out.bytes(),
                    out.offset() + plane,
                    planes.length);
        }
    }

    @Override
    public boolean canSaveState() {
        return game.canSave();
    }

    @Override
    public void saveState(DataOutput out) throws IOException {
        out.writeBoolean(continues);
        out.writeLong(gainedBefore);
        game.save(out);
    }

    @Override
    public void restoreState(DataInput in) throws IOException {
        continues = in.readBoolean();
        gainedBefore = in.readLong();
        game.restore(in);
    }

    @Override
    public int renderWidth() {
        return Emulator.WIDTH;
    }

    @Override
    public int renderHeight() {
        return Emulator.HEIGHT;
    }

    @Override
    public void render(int[] pixels) {
        byte[] screen = game.screen();
        for (int i = 0; i < screen.length; i++) {
            pixels[i] = colours[screen[i] & 0xff];
        }
    }

    @Override
    public void close() {
        game.close();
    }
}
