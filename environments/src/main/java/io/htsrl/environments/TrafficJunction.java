package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * {@code TrafficJunction-v0}: cars enter a junction on given routes and must not collide; each is an agent while it is
 * there. One thread at a time.
 *
 * <ul>
 *   <li>Easy: two one-way roads cross on 7x7 cells, 20 steps. Medium: two roads of two lanes cross on 14x14 cells,
 *       three routes from each side, 40 steps.
 *   <li>Observation of a car: its last action, its route as a one-hot vector, its row and column from 0 to 1, and the
 *       number of cars on each of the 3x3 cells around it. With {@code state}, a second part has the cars of all
 *       agents: alive, row and column.
 *   <li>Actions: 0 gas (one cell along the route), 1 brake.
 *   <li>Reward: -0.01 for each step since the car arrived, -10 in a cell with another car. A car that leaves its
 *       route's last cell ends its episode.
 *   <li>At each step a car arrives at each entry with probability 0.3 (easy) or 0.2 (medium) if an agent is free.
 * </ul>
 *
 * <p>Source: Sukhbaatar et al. 2016, "Learning Multiagent Communication with Backpropagation", section 4.2; the levels
 * are those of Singh et al. 2019 (IC3Net).
 */
final class TrafficJunction extends StateVectorEnvironment {
    static final String ID = "TrafficJunction-v0";

    /** A level of difficulty. */
    enum Level {
        EASY(7, 20, 0.3, 1, across(3, 7), down(3, 7)),
        MEDIUM(14, 40, 0.2, 4, across(7, 14), turn(7, 6, 1), turn(7, 7, -1));

        private final int size;
        final int steps; // of an episode
        private final double arrival;
        private final int[][] routes; // cells, row x size + column
        private final int entries;

        /** @param sides number of quarter turns, by which the routes of one side give those of others */
        Level(int size, int steps, double arrival, int sides, int[]... routes) {
            this.size = size;
            this.steps = steps;
            this.arrival = arrival;
            this.routes = IntStream.range(0, sides)
                    .boxed()
                    .flatMap(side -> Arrays.stream(routes).map(route -> turned(route, side, size)))
                    .toArray(int[][]::new);
            this.entries = sides == 1 ? routes.length : sides;
        }

        private static int[] across(int row, int size) {
            return IntStream.range(0, size).map(column -> row * size + column).toArray();
        }

        private static int[] down(int column, int size) {
            return IntStream.range(0, size).map(row -> row * size + column).toArray();
        }

        /** Returns a route from the west in {@code row} to {@code column} and then down (1) or up (-1) to the edge. */
        private static int[] turn(int row, int column, int step) {
            int size = 14;
            IntStream.Builder cells = IntStream.builder();
            for (int c = 0; c <= column; c++) {
                cells.add(row * size + c);
            }
            for (int r = row + step; r >= 0 && r < size; r += step) {
                cells.add(r * size + column);
            }
            return cells.build().toArray();
        }

        private static int[] turned(int[] route, int quarters, int size) {
            int[] cells = route.clone();
            for (int quarter = 0; quarter < quarters; quarter++) {
                for (int i = 0; i < cells.length; i++) {
                    int row = cells[i] / size;
                    int column = cells[i] % size;
                    cells[i] = column * size + size - 1 - row;
                }
            }
            return cells;
        }
    }

    private static final double COLLISION = -10;
    private static final double TIME = -0.01;
    private static final int AROUND = 9;

    /** Elements of a car's state. */
    private static final int ROUTE = 0; // -1 without a car

    private static final int PLACE = 1; // along the route
    private static final int AGE = 2;
    private static final int BRAKED = 3;
    private static final int CAR = 4;

    private final Level level;
    private final Agents agents;
    private final boolean seesAll;
    private final int[] cars; // on each cell

    /**
     * @param count greatest number of cars
     * @param state whether observations have a part about all cars, for a critic
     */
    TrafficJunction(Level level, int count, boolean state) {
        this(
                level,
                agents(ID, "car", count, 3 + level.routes.length + AROUND, state ? 3 * count : 0, 2, level.steps),
                state);
    }

    private TrafficJunction(Level level, Agents agents, boolean state) {
        super(agents.joint(), agents.count() * CAR);
        this.level = level;
        this.agents = agents;
        this.seesAll = state;
        this.cars = new int[level.size * level.size];
    }

    @Override
    public Optional<Agents> agents() {
        return Optional.of(agents);
    }

    @Override
    void drawInitialState() {
        Arrays.fill(state, 0);
        for (int car = 0; car < agents.count(); car++) {
            state[car * CAR + ROUTE] = -1;
        }
        while (free() == 0) { // somebody must act
            arrive();
        }
    }

    /** Lets cars arrive at the entries, in their order. */
    private void arrive() {
        int perEntry = level.routes.length / level.entries;
        for (int entry = 0; entry < level.entries; entry++) {
            int car = free();
            if (draws.nextDouble() < level.arrival && car < agents.count()) {
                int at = car * CAR;
                state[at + ROUTE] = entry * perEntry + (int) (draws.nextDouble() * perEntry);
                state[at + PLACE] = 0;
                state[at + AGE] = 0;
                state[at + BRAKED] = 0;
            }
        }
    }

    /** Returns the first agent without a car; their number if none exists. */
    private int free() {
        int car = 0;
        while (car < agents.count() && state[car * CAR + ROUTE] >= 0) {
            car++;
        }
        return car;
    }

    private int cell(int car) {
        return level.routes[(int) state[car * CAR + ROUTE]][(int) state[car * CAR + PLACE]];
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        for (int car = 0; car < agents.count(); car++) {
            agents.status(out, car, 0, 0, false);
            if (state[car * CAR + ROUTE] >= 0) {
                move(car, ActionSpace.Discrete.index(actions[offset + car], 2), out);
            }
        }
        count();
        for (int car = 0; car < agents.count(); car++) {
            if (state[car * CAR + ROUTE] >= 0) {
                double crash = cars[cell(car)] > 1 ? COLLISION : 0;
                agents.status(out, car, crash + TIME * state[car * CAR + AGE], 0, true);
            }
        }
        arrive();
        result.set(0, false, false);
        write(out);
    }

    /** Moves a car; one that leaves ends its episode. */
    private void move(int car, int action, ObservationSlot out) {
        int at = car * CAR;
        state[at + AGE]++;
        state[at + BRAKED] = action;
        state[at + PLACE] += 1 - action;
        if (state[at + PLACE] == level.routes[(int) state[at + ROUTE]].length) {
            agents.status(out, car, TIME * state[at + AGE], Agents.TERMINATED, false);
            state[at + ROUTE] = -1;
        }
    }

    private void count() {
        Arrays.fill(cars, 0);
        for (int car = 0; car < agents.count(); car++) {
            if (state[car * CAR + ROUTE] >= 0) {
                cars[cell(car)]++;
            }
        }
    }

    @Override
    void observe(ObservationSlot out) {
        for (int car = 0; car < agents.count(); car++) {
            agents.status(out, car, 0, 0, false);
        }
        write(out);
    }

    /** Writes what cars see, and which agents have one. */
    private void write(ObservationSlot out) {
        count();
        for (int car = 0; car < agents.count(); car++) {
            boolean alive = state[car * CAR + ROUTE] >= 0;
            int at = agents.offset(car);
            int end = agents.offset(car + 1) - Agents.STATUS;
            agents.alive(out, car, alive);
            Arrays.fill(out.floats(), out.offset() + at, out.offset() + end, 0);
            if (alive) {
                own(car, out, at);
            }
            if (seesAll) {
                all(out, end - 3 * agents.count());
            }
        }
    }

    private void own(int car, ObservationSlot out, int at) {
        int cell = cell(car);
        int row = cell / level.size;
        int column = cell % level.size;
        int next = at + 1 + level.routes.length;
        out.set(at, (float) state[car * CAR + BRAKED]);
        out.set(at + 1 + (int) state[car * CAR + ROUTE], 1);
        out.set(next, row / (level.size - 1f));
        out.set(next + 1, column / (level.size - 1f));
        for (int i = 0; i < AROUND; i++) {
            int r = row + i / 3 - 1;
            int c = column + i % 3 - 1;
            boolean inside = r >= 0 && c >= 0 && r < level.size && c < level.size;
            out.set(next + 2 + i, inside ? cars[r * level.size + c] : 0);
        }
    }

    private void all(ObservationSlot out, int at) {
        for (int car = 0; car < agents.count(); car++) {
            boolean alive = state[car * CAR + ROUTE] >= 0;
            int row = alive ? cell(car) / level.size : 0;
            int column = alive ? cell(car) % level.size : 0;
            out.set(at + 3 * car, alive ? 1 : 0);
            out.set(at + 3 * car + 1, row / (level.size - 1f));
            out.set(at + 3 * car + 2, column / (level.size - 1f));
        }
    }
}
