package io.htsrl.environments.minatar;

/**
 * {@code MinAtar/Asterix}: collect gold and avoid enemies, which cross the board in rows 1 to 8.
 *
 * <ul>
 *   <li>Channels: player, enemies, the cell behind each, gold. Minimal actions: all but fire.
 *   <li>Every few steps an enemy, or gold with a probability of 1/3, enters a free row from either side. A row holds
 *       one of them.
 *   <li>Reward 1 for gold. The game ends when an enemy meets the player. Ramping: about every 100 steps they enter more
 *       often, and every second time they also move faster.
 * </ul>
 */
final class Asterix extends MinAtarGame {
    private static final int CHANNELS = 4;
    private static final int ROWS = 8;
    private static final int SPAWN_INTERVAL = 10;
    private static final int MOVE_INTERVAL = 5;
    private static final int RAMP_INTERVAL = 100;

    /** Indices of the state. */
    private static final int X = 0; // the player's column

    private static final int Y = 1;
    private static final int SPAWN_SPEED = 2; // steps from one entrance to the next
    private static final int SPAWN_TIMER = 3;
    private static final int MOVE_SPEED = 4; // steps from one move to the next
    private static final int MOVE_TIMER = 5;
    private static final int RAMP_TIMER = 6;
    private static final int RAMP = 7; // number of rises of the difficulty
    /** Entities of the rows from 1 on: 0, or 4 * (column + 1) + 2 if it is gold + 1 if it moves to the right. */
    private static final int ENTITIES = 8;

    private static final int SIZE = ENTITIES + ROWS;
    private static final int TO_THE_RIGHT = 1;
    private static final int GOLD = 2;
    private static final int COLUMN = 4;

    private final boolean ramping;

    Asterix(MinAtarOptions options) {
        super(CHANNELS, SIZE, options, 0, LEFT, UP, RIGHT, DOWN);
        ramping = options.difficultyRamping();
    }

    @Override
    void start() {
        state[X] = 5;
        state[Y] = 5;
        state[SPAWN_SPEED] = SPAWN_INTERVAL;
        state[SPAWN_TIMER] = SPAWN_INTERVAL;
        state[MOVE_SPEED] = MOVE_INTERVAL;
        state[MOVE_TIMER] = MOVE_INTERVAL;
        state[RAMP_TIMER] = RAMP_INTERVAL;
    }

    @Override
    int advance(int action) {
        if (state[SPAWN_TIMER] == 0) {
            spawn();
            state[SPAWN_TIMER] = state[SPAWN_SPEED];
        }
        state[X] = moveAcross(state[X], action);
        int step = action == UP ? -1 : action == DOWN ? 1 : 0;
        state[Y] = Math.max(1, Math.min(state[Y] + step, ROWS));
        int reward = meet();
        if (state[MOVE_TIMER] == 0) {
            state[MOVE_TIMER] = state[MOVE_SPEED];
            moveEntities();
            reward += meet();
        }
        state[SPAWN_TIMER]--;
        state[MOVE_TIMER]--;
        if (ramping && (state[SPAWN_SPEED] > 1 || state[MOVE_SPEED] > 1)) {
            ramp();
        }
        return reward;
    }

    private void spawn() {
        boolean right = draws.nextDouble() < 0.5;
        boolean gold = draws.nextDouble() < 1.0 / 3;
        int free = 0;
        for (int i = 0; i < ROWS; i++) {
            free += state[ENTITIES + i] == 0 ? 1 : 0;
        }
        if (free == 0) {
            return;
        }
        int skip = draw(0, free);
        int row = 0;
        while (state[ENTITIES + row] != 0 || skip-- > 0) {
            row++;
        }
        int column = right ? 0 : LAST;
        state[ENTITIES + row] = COLUMN * (column + 1) + (gold ? GOLD : 0) + (right ? TO_THE_RIGHT : 0);
    }

    /** Lets the player meet what is in its cell, and returns the reward. */
    private int meet() {
        int index = ENTITIES + state[Y] - 1;
        int entity = state[index];
        if (entity == 0 || column(entity) != state[X]) {
            return 0;
        }
        if ((entity & GOLD) == 0) {
            over = true;
            return 0;
        }
        state[index] = 0;
        return 1;
    }

    private void moveEntities() {
        for (int i = ENTITIES; i < SIZE; i++) {
            if (state[i] != 0) {
                int moved = state[i] + ((state[i] & TO_THE_RIGHT) != 0 ? COLUMN : -COLUMN);
                state[i] = column(moved) < 0 || column(moved) > LAST ? 0 : moved;
            }
        }
    }

    private void ramp() {
        if (state[RAMP_TIMER] >= 0) {
            state[RAMP_TIMER]--;
            return;
        }
        if (state[MOVE_SPEED] > 1 && state[RAMP] % 2 == 1) {
            state[MOVE_SPEED]--;
        }
        if (state[SPAWN_SPEED] > 1) {
            state[SPAWN_SPEED]--;
        }
        state[RAMP]++;
        state[RAMP_TIMER] = RAMP_INTERVAL;
    }

    private static int column(int entity) {
        return entity / COLUMN - 1;
    }

    @Override
    void observe() {
        show(0, state[Y], state[X]);
        for (int row = 1; row <= ROWS; row++) {
            int entity = state[ENTITIES + row - 1];
            if (entity != 0) {
                show((entity & GOLD) != 0 ? 3 : 1, row, column(entity));
                showBehind(2, row, column(entity), (entity & TO_THE_RIGHT) != 0);
            }
        }
    }
}
