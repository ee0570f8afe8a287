package io.htsrl.environments.minatar;

/**
 * {@code MinAtar/Freeway}: a chicken crosses a road of eight lanes from the last row to the first.
 *
 * <ul>
 *   <li>Channels: chicken, cars, and for each of the speeds 1 to 5 the cell behind a car. Minimal actions: nothing, up,
 *       down.
 *   <li>The chicken moves every third step at most. A car moves every step to every sixth one, and returns on the other
 *       side. A car that meets the chicken sends it back to the last row.
 *   <li>Reward 1 for reaching the first row; then the chicken is in the last row again, and all cars get new speeds.
 *       The game ends after 2,501 steps.
 * </ul>
 */
final class Freeway extends MinAtarGame {
    private static final int CHANNELS = 7;
    private static final int LANES = 8;
    private static final int COLUMN = 4; // the chicken's
    private static final int PAUSE = 3;
    private static final int LENGTH = 2500;
    private static final int SPEEDS = 5;

    /** Indices of the state. */
    private static final int ROW = 0; // the chicken's

    private static final int PAUSE_TIMER = 1;
    private static final int TIME_LEFT = 2;
    private static final int CARS = 3; // column of the car in row 1 + i
    private static final int TIMERS = CARS + LANES; // steps until it moves
    private static final int INTERVALS = TIMERS + LANES; // steps that it waits, negative if it moves to the left
    private static final int SIZE = INTERVALS + LANES;

    Freeway(MinAtarOptions options) {
        super(CHANNELS, SIZE, options, 0, UP, DOWN);
    }

    @Override
    void start() {
        drawCars();
        state[ROW] = LAST;
        state[PAUSE_TIMER] = PAUSE;
        state[TIME_LEFT] = LENGTH;
    }

    private void drawCars() {
        for (int i = 0; i < LANES; i++) {
            state[TIMERS + i] = draw(1, SPEEDS + 1);
        }
        for (int i = 0; i < LANES; i++) {
            state[INTERVALS + i] = draws.nextDouble() < 0.5 ? -state[TIMERS + i] : state[TIMERS + i];
        }
    }

    @Override
    int advance(int action) {
        if (state[PAUSE_TIMER] == 0 && (action == UP || action == DOWN)) {
            state[PAUSE_TIMER] = PAUSE;
            state[ROW] = Math.max(0, Math.min(state[ROW] + (action == UP ? -1 : 1), LAST));
        }
        boolean across = state[ROW] == 0;
        if (across) {
            drawCars();
            state[ROW] = LAST;
        }
        for (int i = 0; i < LANES; i++) {
            hit(i);
            if (state[TIMERS + i] == 0) {
                state[TIMERS + i] = Math.abs(state[INTERVALS + i]);
                state[CARS + i] = (state[CARS + i] + Integer.signum(state[INTERVALS + i]) + SIDE) % SIDE;
                hit(i);
            } else {
                state[TIMERS + i]--;
            }
        }
        state[PAUSE_TIMER] = Math.max(0, state[PAUSE_TIMER] - 1);
        state[TIME_LEFT]--;
        over = state[TIME_LEFT] < 0;
        return across ? 1 : 0;
    }

    /** Sends the chicken back if the car is in its cell. */
    private void hit(int lane) {
        if (state[CARS + lane] == COLUMN && state[ROW] == lane + 1) {
            state[ROW] = LAST;
        }
    }

    @Override
    void observe() {
        show(0, state[ROW], COLUMN);
        for (int i = 0; i < LANES; i++) {
            int interval = state[INTERVALS + i];
            show(1, i + 1, state[CARS + i]);
            show(1 + Math.abs(interval), i + 1, (state[CARS + i] - Integer.signum(interval) + SIDE) % SIDE);
        }
    }
}
