package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;

/** Endless random episodes of several environments, in (step, environment) order; every frame is a different one. */
final class RandomEpisodes {
    static final int FRAME = 3;

    private final boolean bytes;
    private final RandomStream stream;
    private final int environments;
    private final int stateSize;
    private long appended;

    RandomEpisodes(ReplayConfig config, long seed) {
        bytes = config.frameSpace().kind() == ObservationSpace.Kind.UINT8;
        environments = config.environments();
        stateSize = config.sequences().stateSize();
        stream = RandomStream.root(seed);
    }

    /** Appends the next step to both; {@code oracle} may be null. Gives the environment. */
    int appendTo(ReplayMemory memory, NaiveReplay oracle, double tdError) {
        int environment = (int) (appended % environments);
        double ending = stream.uniform(appended, 0);
        boolean terminated = ending < 0.08;
        boolean truncated = ending > 0.06 && ending < 0.16; // both at once: counts as terminated
        float[] frame = frame(1);
        float[] last = truncated ? frame(2) : null;
        float[] actions = {-1, (float) stream.uniform(appended, 3)};
        float reward = (float) stream.uniform(appended, 4);
        memory.state(environment, state(appended / environments), 1);
        memory.append(environment, slot(frame), actions, 1, reward, terminated, truncated, slot(last), tdError);
        if (oracle != null) {
            oracle.append(environment, frame, actions[1], reward, terminated, truncated, last);
        }
        appended++;
        return environment;
    }

    /** Goes on where another one of the same seed is. */
    void goOnAs(RandomEpisodes other) {
        appended = other.appended;
    }

    /** The state before a step of its environment, at offset 1. */
    float[] state(long step) {
        float[] state = new float[stateSize + 1];
        Arrays.fill(state, (float) step);
        return state;
    }

    private float[] frame(int which) {
        float[] frame = new float[FRAME];
        for (int element = 0; element < FRAME; element++) {
            long bits = stream.spawn(appended).bits(which, element);
            frame[element] = bytes ? bits & 0xFF : (float) RandomStream.toUnit(bits);
        }
        return frame;
    }

    private ObservationSlot slot(float[] frame) {
        if (frame == null) {
            return null;
        }
        if (!bytes) {
            return new ObservationSlot().at(frame, 0);
        }
        byte[] row = new byte[FRAME + 1]; // at an offset, as rows of a bank are
        for (int element = 0; element < FRAME; element++) {
            row[element + 1] = (byte) (int) frame[element];
        }
        return new ObservationSlot().at(row, 1);
    }
}
