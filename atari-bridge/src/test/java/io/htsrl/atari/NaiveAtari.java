package io.htsrl.atari;

import io.htsrl.atari.preprocessing.AtariOptions;
import io.htsrl.atari.preprocessing.NaiveArea;
import io.htsrl.core.random.CountedStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The protocol once more, written from Gymnasium's {@code AtariPreprocessing} and Baselines' wrappers without a thought
 * for speed: every frame is kept in colour, pictures are {@code double} means that nobody has rounded. Shares nothing
 * with {@link AtariEnvironment} but the order of the draws.
 */
final class NaiveAtari {
    private final Emulator emulator;
    private final AtariOptions options;
    private final int[] palette;
    private final byte[] greys;
    private final CountedStream draws = new CountedStream();
    private final List<byte[]> frames = new ArrayList<>();
    private int lastAction;
    private int shown;
    private boolean goOn;
    private double hidden;

    double reward;
    double score;
    boolean terminated;
    boolean truncated;

    NaiveAtari(Emulator emulator, AtariOptions options) {
        this.emulator = emulator;
        this.options = options;
        palette = emulator.palette();
        greys = emulator.greys();
    }

    void reset(long seed) {
        draws.restart(seed);
        if (goOn) {
            goOn = false;
            hidden = skip(0, false);
            for (int action : fires() ? new int[] {1, actions()[2]} : new int[0]) {
                hidden += emulator.gameOver() || capped() ? 0 : skip(action, false);
            }
            return;
        }
        newGameWithNoops();
        if (fires()) {
            for (int action : new int[] {1, actions()[2]}) {
                hidden += skip(action, false);
                if (emulator.gameOver() || capped()) {
                    newGameWithNoops();
                }
            }
        }
    }

    private void newGameWithNoops() {
        newGame();
        int noops = options.noopMax() == 0 ? 0 : (int) Math.floor(draws.nextDouble() * options.noopMax()) + 1;
        for (int i = 0; i < noops; i++) {
            shown = 1;
            hidden += oneFrame(0);
            if (emulator.gameOver() || capped()) {
                newGame();
            }
        }
    }

    private void newGame() {
        emulator.reset();
        frames.clear();
        frames.add(grab()); // frame 0 is no frame of the agent's
        lastAction = 0;
        shown = 1;
        hidden = 0;
    }

    void step(int index) {
        int livesBefore = emulator.lives();
        int framesBefore = frames.size();
        double total = skip(actions()[index], options.terminalOnLifeLoss());
        boolean died = options.terminalOnLifeLoss()
                && frames.size() > framesBefore
                && emulator.lives() < livesBefore
                && emulator.lives() > 0;
        reward = options.clipRewards() ? Math.signum(total) : total;
        score = total + hidden;
        hidden = 0;
        terminated = emulator.gameOver() || died;
        truncated = capped();
        goOn = died && !emulator.gameOver() && !capped();
    }

    boolean continues() {
        return goOn;
    }

    private double skip(int action, boolean oneLife) {
        double total = 0;
        shown = 1;
        for (int t = 0; t < options.frameSkip() && !emulator.gameOver() && !capped(); t++) {
            int before = emulator.lives();
            total += oneFrame(action);
            shown = t == 0 ? 1 : 2;
            if (oneLife && emulator.lives() < before && emulator.lives() > 0) {
                break;
            }
        }
        return total;
    }

    private double oneFrame(int action) {
        if (!(draws.nextDouble() < options.repeatActionProbability())) {
            lastAction = action;
        }
        double gained = emulator.act(lastAction);
        frames.add(grab());
        return gained;
    }

    private byte[] grab() {
        byte[] screen = new byte[210 * 160];
        emulator.screen(screen, 0);
        return screen;
    }

    private boolean capped() {
        return options.maxNumFramesPerEpisode() > 0 && frames.size() - 1 >= options.maxNumFramesPerEpisode();
    }

    private int[] actions() {
        return options.fullActionSpace()
                ? new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}
                : emulator.minimalActions();
    }

    private boolean fires() {
        return options.fireReset() && Arrays.binarySearch(emulator.minimalActions(), 1) >= 0;
    }

    /** The picture, {@code [size][size][planes]}, unrounded. */
    double[][][] picture() {
        int planes = options.grayscaleObs() ? 1 : 3;
        int size = options.screenSize();
        double[][][] picture = new double[size][size][planes];
        for (int plane = 0; plane < planes; plane++) {
            double[][] means = NaiveArea.means(brightest(plane), size);
            for (int y = 0; y < size; y++) {
                for (int x = 0; x < size; x++) {
                    picture[y][x][plane] = means[y][x];
                }
            }
        }
        return picture;
    }

    private int[][] brightest(int plane) {
        int[][] levels = new int[210][160];
        for (byte[] frame : frames.subList(frames.size() - shown, frames.size())) {
            for (int i = 0; i < frame.length; i++) {
                levels[i / 160][i % 160] = Math.max(levels[i / 160][i % 160], level(frame[i] & 255, plane));
            }
        }
        return levels;
    }

    private int level(int index, int plane) {
        return options.grayscaleObs()
                ? greys[index] & 255
                : palette[index] / (plane == 0 ? 65536 : plane == 1 ? 256 : 1) % 256;
    }
}
