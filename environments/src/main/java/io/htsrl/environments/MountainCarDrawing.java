package io.htsrl.environments;

import io.htsrl.core.math.DeterministicMath;

/** The valley of the mountain-car tasks, whose height is sin 3x, with the car in it. Stateless, any thread. */
final class MountainCarDrawing {
    static final PlaneView VIEW = new PlaneView(300, 200, -1.2, -0.05, 300 / 1.8);
    private static final double RIGHT = 0.6;
    private static final int SEGMENTS = 100;
    private static final double CAR_LENGTH = 0.16;
    private static final double CAR_HEIGHT = 0.07;
    private static final double CLEARANCE = 0.03;

    private MountainCarDrawing() {}

    static void draw(Canvas white, double position, double goal) {
        double[] track = new double[2 * (SEGMENTS + 1)];
        for (int i = 0; i <= SEGMENTS; i++) {
            double x = VIEW.left() + i * (RIGHT - VIEW.left()) / SEGMENTS;
            track[2 * i] = x;
            track[2 * i + 1] = height(x);
        }
        double foot = height(goal);
        white.line(Canvas.BLACK, 0.008, track)
                .line(Canvas.BLACK, 0.008, goal, foot, goal, foot + 0.18)
                .polygon(Canvas.GREEN, goal, foot + 0.18, goal + 0.08, foot + 0.14, goal, foot + 0.1);
        car(white, position);
    }

    /** A body along the slope, on two wheels. */
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
}
