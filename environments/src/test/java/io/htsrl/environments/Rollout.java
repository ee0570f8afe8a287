package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One replica, the slot it writes into and what it gave; episodes follow each other with the seeds of a stream. */
public final class Rollout {
    public final Environment environment;
    public final float[] observation;
    public final StepResult result = new StepResult();
    public final List<Long> bits = new ArrayList<>();
    private final ObservationSlot slot;
    private final RandomStream actions;
    private final RandomStream seeds;
    private final float[] action;
    private long step;
    private long episode;

    public Rollout(Environment environment, long seed) {
        this.environment = environment;
        observation = new float[environment.spec().observationSpace().size()];
        slot = new ObservationSlot().at(observation, 0);
        action = new float[environment.spec().actionSpace().width()];
        seeds = RandomStream.root(seed).spawn("seeds");
        actions = RandomStream.root(seed).spawn("actions");
    }

    /** Begins the next episode. */
    public void reset() {
        environment.reset(seeds.bits(episode++), slot);
        record();
    }

    /** Takes a drawn action, and resets after the end of an episode. */
    public void advance() {
        drawAction(environment.spec().actionSpace(), actions.uniform(step++), action);
        take(action);
        bits.add(Double.doubleToRawLongBits(result.reward));
        bits.add((result.terminated ? 2L : 0L) + (result.truncated ? 1L : 0L));
        if (result.done()) {
            reset();
        }
    }

    public void advance(int count) {
        for (int i = 0; i < count; i++) {
            advance();
        }
    }

    /** Takes a given action; does not reset. */
    public void take(float... row) {
        environment.step(row, 0, slot, result);
        record();
    }

    /** The rest of this rollout, on another replica that is given this one's state. */
    public Rollout movedTo(Environment replica, long seed) throws IOException {
        Rollout copy = new Rollout(replica, seed);
        restore(replica, saved(environment));
        copy.step = step;
        copy.episode = episode;
        return copy;
    }

    private void record() {
        for (float value : observation) {
            bits.add((long) Float.floatToRawIntBits(value));
        }
    }

    static void drawAction(ActionSpace space, double uniform, float[] row) {
        if (space instanceof ActionSpace.Discrete discrete) {
            row[0] = (int) (uniform * discrete.count());
        } else if (space instanceof ActionSpace.Continuous box) {
            for (int i = 0; i < row.length; i++) {
                row[i] = (float) (box.low()[i] + uniform * (box.high()[i] - box.low()[i]));
            }
        }
    }

    /** Makes it exactly this state; the stream of draws stays where it is. */
    public static void setState(StateVectorEnvironment environment, double... components) {
        assertEquals(environment.state.length, components.length);
        System.arraycopy(components, 0, environment.state, 0, components.length);
    }

    static byte[] saved(Environment environment) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        environment.saveState(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    static void restore(Environment environment, byte[] state) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(state));
        environment.restoreState(in);
        if (in.read() != -1) {
            throw new IOException("more was saved than restored");
        }
    }
}
