package io.htsrl.environments;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.math.DeterministicMath;
import java.util.List;

/** Base of the mountain-car tasks: a car in a valley of height sin 3x. Thread rule of {@code Rendered}. */
abstract class MountainCarTask extends DrawnEnvironment {
    private static final double MIN_POSITION = -1.2;
    private static final double MAX_POSITION = 0.6;
    private static final double MAX_SPEED = 0.07;
    static final Canvas.PlaneView VIEW = new Canvas.PlaneView(300, 200, MIN_POSITION, -0.05, 300 / 1.8);
    private static final int SEGMENTS = 100;
    private static final double CAR_LENGTH = 0.16;
    private static final double CAR_HEIGHT = 0.07;
    private static final double CLEARANCE = 0.03;

    private final double goal;

    /** @param goal position of the flag */
    MountainCarTask(EnvironmentSpec spec, double goal) {
        super(spec, 2, VIEW);
        this.goal = goal;
    }

    @Override
    final void drawInitialState() {
        state[0] = draws.nextDouble(-0.6, -0.4);
        state[1] = 0;
    }

    /** Returns the acceleration by an action where the slope has this cosine. */
    abstract double acceleration(float action, double cos);

    /** Returns the reward of an action. */
    abstract double reward(float action, boolean terminated);

    /** Returns a number of the state as the task keeps it. */
    double kept(double value) {
        return value;
    }

    @Override
    public final void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        float action = actions[offset];
        double velocity = velocity(state[1], acceleration(action, DeterministicMath.cos(3 * state[0])));
        double position = position(state[0], velocity);
        boolean terminated = isGoal(position, velocity);
        state[0] = kept(position);
        state[1] = kept(afterWall(position, velocity));
        observe(out);
        result.set(reward(action, terminated), terminated, false);
    }

    private static double velocity(double before, double acceleration) {
        return clip(before + acceleration, -MAX_SPEED, MAX_SPEED);
    }

    private static double position(double before, double velocity) {
        return clip(before + velocity, MIN_POSITION, MAX_POSITION);
    }

    private boolean isGoal(double position, double velocity) {
        return position >= goal && velocity >= 0;
    }

    /** The left wall is inelastic. */
    private static double afterWall(double position, double velocity) {
        return position == MIN_POSITION && velocity < 0 ? 0 : velocity;
    }

    @Override
    final StateArrays arrays(List<StateVectorEnvironment> replicas) {
        return new Batch(replicas, this);
    }

    @Override
    final void observe(ObservationSlot out) {
        out.set(0, (float) state[0]);
        out.set(1, (float) state[1]);
    }

    @Override
    final void draw(Canvas white) {
        double[] track = new double[2 * (SEGMENTS + 1)];
        for (int i = 0; i <= SEGMENTS; i++) {
            double x = MIN_POSITION + i * (MAX_POSITION - MIN_POSITION) / SEGMENTS;
            track[2 * i] = x;
            track[2 * i + 1] = height(x);
        }
        double foot = height(goal);
        white.line(Canvas.BLACK, 0.008, track)
                .line(Canvas.BLACK, 0.008, goal, foot, goal, foot + 0.18)
                .polygon(Canvas.GREEN, goal, foot + 0.18, goal + 0.08, foot + 0.14, goal, foot + 0.1);
        car(white, state[0]);
    }

    /** Draws a body along the slope, on two wheels. */
    private static void car(Canvas canvas, double position) {
        double slope = 3 * 0.45 * DeterministicMath.cos(3 * position);
        double cos = 1 / Math.sqrt(1 + slope * slope);
        double sin = slope * cos;
        double x = position - CLEARANCE * sin;
        double y = height(position) + CLEARANCE * cos;
        double alongX = CAR_LENGTH / 2 * cos;
        double alongY = CAR_LENGTH / 2 * sin;
        double upX = -CAR_HEIGHT * sin;
        double upY = CAR_HEIGHT * cos;
        canvas.polygon(
                        Canvas.BLUE,
                        x - alongX,
                        y - alongY,
                        x + alongX,
                        y + alongY,
                        x + alongX + upX,
                        y + alongY + upY,
                        x - alongX + upX,
                        y - alongY + upY)
                .disc(Canvas.BLACK, x - alongX / 2, y - alongY / 2, CLEARANCE)
                .disc(Canvas.BLACK, x + alongX / 2, y + alongY / 2, CLEARANCE);
    }

    private static double height(double x) {
        return 0.45 * DeterministicMath.sin(3 * x) + 0.5;
    }

    /** {@link #step} of many replicas: the cosines of the slopes together. */
    private static final class Batch extends StateArrays {
        private final MountainCarTask task;
        private final double[] tripled = scratch();
        private final double[] sin = scratch();
        private final double[] cos = scratch();

        Batch(List<StateVectorEnvironment> replicas, MountainCarTask task) {
            super(replicas);
            this.task = task;
        }

        @Override
        public void step(int from, int to, StepRows rows) {
            double[] positions = state[0];
            double[] velocities = state[1];
            for (int i = from; i < to; i++) {
                tripled[i] = 3 * positions[i];
            }
            DeterministicMath.sinCos(tripled, sin, cos, from, to);
            for (int i = from; i < to; i++) {
                int row = i - from;
                float action = rows.actions[rows.actionOffset + row];
                double velocity = velocity(velocities[i], task.acceleration(action, cos[i]));
                double position = position(positions[i], velocity);
                boolean terminated = task.isGoal(position, velocity);
                positions[i] = task.kept(position);
                velocities[i] = task.kept(afterWall(position, velocity));
                rows.observations[rows.observationOffset + 2 * row] = (float) positions[i];
                rows.observations[rows.observationOffset + 2 * row + 1] = (float) velocities[i];
                rows.rewards[rows.row + row] = (float) task.reward(action, terminated);
                rows.endings[rows.row + row] = terminated ? StepRows.TERMINATED : 0;
            }
        }
    }
}
