package io.htsrl.environments;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.math.VectorMath;
import java.util.List;

/** Base of the mountain-car tasks: a car in a valley of height sin 3x. Thread rule of {@code Rendered}. */
abstract class MountainCarTask extends DrawnEnvironment {
    private static final double MIN_POSITION = -1.2;
    private static final double MAX_POSITION = 0.6;
    private static final double MAX_SPEED = 0.07;
    static final PlaneView VIEW = new PlaneView(300, 200, MIN_POSITION, -0.05, 300 / 1.8);
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

    /** Accelerates by {@code push} and moves; returns whether the car has reached the goal. */
    final boolean move(double push) {
        double velocity = clip(state[1] + push, -MAX_SPEED, MAX_SPEED);
        double position = clip(state[0] + velocity, MIN_POSITION, MAX_POSITION);
        state[0] = position;
        state[1] = position == MIN_POSITION && velocity < 0 ? 0 : velocity; // the left wall is inelastic
        return position >= goal && velocity >= 0;
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

    /** {@link #step} of many replicas: the cosines of the slopes in vectors. */
    abstract static class Batch extends StateArrays {
        private final double goal;
        private final double[] tripled = scratch();
        private final double[] sin = scratch();
        private final double[] cos = scratch();

        Batch(List<StateVectorEnvironment> replicas, double goal) {
            super(replicas);
            this.goal = goal;
        }

        /** Returns the acceleration by an action and the slope. */
        abstract double push(float action, double cos);

        /** Returns the reward of an action. */
        abstract float reward(float action, boolean terminated);

        /** Returns a number of the state as the task keeps it. */
        abstract double kept(double value);

        @Override
        final void stepVectors(int from, int to, StepRows rows) {
            double[] positions = state[0];
            double[] velocities = state[1];
            for (int i = from; i < to; i++) {
                tripled[i] = 3 * positions[i];
            }
            VectorMath.sinCos(tripled, sin, cos, from, to);
            for (int i = from; i < to; i++) {
                int row = i - from;
                float action = rows.actions[rows.actionOffset + row];
                double velocity =
                        StateVectorEnvironment.clip(velocities[i] + push(action, cos[i]), -MAX_SPEED, MAX_SPEED);
                double position = StateVectorEnvironment.clip(positions[i] + velocity, MIN_POSITION, MAX_POSITION);
                boolean terminated = position >= goal && velocity >= 0;
                positions[i] = kept(position);
                velocities[i] = kept(position == MIN_POSITION && velocity < 0 ? 0 : velocity);
                rows.observations[rows.observationOffset + 2 * row] = (float) positions[i];
                rows.observations[rows.observationOffset + 2 * row + 1] = (float) velocities[i];
                rows.rewards[rows.row + row] = reward(action, terminated);
                rows.endings[rows.row + row] = terminated ? StepRows.TERMINATED : 0;
            }
        }
    }
}
