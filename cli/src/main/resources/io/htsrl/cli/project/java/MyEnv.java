package myenv;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.util.SplittableRandom;

/** A ball on a line: the action pushes it left, not at all or right, and it should come to rest at 0. */
public final class MyEnv implements Environment {
    private static final int LONGEST = 100;

    private double place;
    private double speed;
    private int steps;

    @Override
    public EnvironmentSpec spec() {
        return new EnvironmentSpec(
                "MyEnv", ObservationSpace.floats(2), new ActionSpace.Discrete(3), LONGEST, Double.NaN);
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        place = new SplittableRandom(seed).nextDouble(-1, 1); // all chance comes from the seed
        speed = 0;
        steps = 0;
        observe(out);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        speed = 0.9 * speed + 0.05 * (actions[offset] - 1);
        place = Math.min(10, Math.max(-10, place + speed));
        steps++;
        observe(out);
        result.set(-Math.abs(place) - Math.abs(speed), false, steps == LONGEST);
    }

    private void observe(ObservationSlot out) {
        out.set(0, (float) place);
        out.set(1, (float) speed);
    }
}
