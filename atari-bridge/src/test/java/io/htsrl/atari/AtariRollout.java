package io.htsrl.atari;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One replica played by drawn actions, episode after episode, and all that it gave. */
final class AtariRollout {
    final Environment environment;
    final byte[] picture;
    final StepResult result = new StepResult();
    /** A line for every reset and step. */
    final List<String> lines = new ArrayList<>();

    private final ObservationSlot slot;
    private final RandomStream draws;
    private final float[] action = new float[1];
    private long steps;
    private long episodes;

    AtariRollout(Environment environment, long seed) {
        this.environment = environment;
        draws = RandomStream.root(seed);
        picture = new byte[environment.spec().observationSpace().size()];
        slot = new ObservationSlot().at(picture, 0);
    }

    /** The seed of the next episode; an agent's actions and these are all that an environment may depend on. */
    private long nextSeed() {
        return draws.bits(1, episodes++);
    }

    void reset() {
        reset(nextSeed());
    }

    void reset(long seed) {
        environment.reset(seed, slot);
        lines.add("reset " + Arrays.hashCode(picture));
    }

    void step(int chosen) {
        action[0] = chosen;
        environment.step(action, 0, slot, result);
        lines.add(result.reward + " " + result.score + " " + result.terminated + " " + result.truncated + " "
                + result.continues + " " + Arrays.hashCode(picture));
    }

    /** The action that comes next. */
    int nextAction() {
        int count = ((ActionSpace.Discrete) environment.spec().actionSpace()).count();
        return (int) (draws.uniform(0, steps++) * count);
    }

    void play(int count) {
        for (int i = 0; i < count; i++) {
            step(nextAction());
            if (result.done()) {
                reset();
            }
        }
    }

    /** Returns what comes after this, on another replica that is given this one's state. */
    AtariRollout movedTo(Environment other, long seed) throws IOException {
        AtariRollout moved = new AtariRollout(other, seed);
        if (SavedState.restore(other, SavedState.of(environment)) != 0) {
            throw new IOException("more was saved than restored");
        }
        moved.steps = steps;
        moved.episodes = episodes;
        return moved;
    }
}
