package io.htsrl.environments.minatar;

/**
 * {@code MinAtar/SpaceInvaders}: a cannon in the last row shoots at aliens, which come closer and shoot back.
 *
 * <ul>
 *   <li>Channels: cannon, aliens, aliens that move left, that move right, the cannon's bullets, the aliens' bullets.
 *       Minimal actions: nothing, left, right, fire (every fifth step at most).
 *   <li>The aliens move together, sideways, and down at an edge. They wait one step for each alien, at most 12. Every
 *       tenth step, the one closest to the cannon's column shoots.
 *   <li>Reward 1 for each alien. After the last one a new wave comes; with ramping it waits for a step less, down to 6.
 *       The game ends when an alien or a bullet reaches the cannon, or aliens turn round in the last row.
 * </ul>
 */
final class SpaceInvaders extends MinAtarGame {
    private static final int CHANNELS = 6;
    private static final int SHOT_INTERVAL = 5;
    private static final int ALIEN_SHOT_INTERVAL = 10;
    private static final int MOVE_INTERVAL = 12;
    private static final int LEAST_MOVE_INTERVAL = 6;
    private static final int WAVE_ROWS = 4;
    private static final int WAVE = 0b0011111100;

    /** Indices of the state. */
    private static final int CANNON = 0; // column

    private static final int SHOT_TIMER = 1;
    private static final int DIRECTION = 2; // of the aliens, -1 or 1
    private static final int MOVE_SPEED = 3; // the most steps that aliens wait
    private static final int MOVE_TIMER = 4;
    private static final int ALIEN_SHOT_TIMER = 5;
    /** Bits of each row of these, column 0 lowest. */
    private static final int ALIENS = 6;

    private static final int BULLETS = ALIENS + SIDE; // the cannon's
    private static final int ALIEN_BULLETS = BULLETS + SIDE;
    private static final int SIZE = ALIEN_BULLETS + SIDE;

    private final boolean ramping;

    SpaceInvaders(MinAtarOptions options) {
        super(CHANNELS, SIZE, options, 0, LEFT, RIGHT, FIRE);
        ramping = options.difficultyRamping();
    }

    @Override
    void start() {
        state[CANNON] = 5;
        state[DIRECTION] = -1;
        state[MOVE_SPEED] = MOVE_INTERVAL;
        state[MOVE_TIMER] = MOVE_INTERVAL;
        state[ALIEN_SHOT_TIMER] = ALIEN_SHOT_INTERVAL;
        addWave();
    }

    private void addWave() {
        for (int row = 0; row < WAVE_ROWS; row++) {
            state[ALIENS + row] = WAVE;
        }
    }

    @Override
    int advance(int action) {
        if (action == FIRE && state[SHOT_TIMER] == 0) {
            state[BULLETS + LAST] |= 1 << state[CANNON];
            state[SHOT_TIMER] = SHOT_INTERVAL;
        }
        state[CANNON] = moveAcross(state[CANNON], action);
        System.arraycopy(state, BULLETS + 1, state, BULLETS, LAST);
        state[BULLETS + LAST] = 0;
        System.arraycopy(state, ALIEN_BULLETS, state, ALIEN_BULLETS + 1, LAST);
        state[ALIEN_BULLETS] = 0;
        over = atCannon(ALIEN_BULLETS) || atCannon(ALIENS);
        if (state[MOVE_TIMER] == 0) {
            moveAliens();
        }
        if (state[ALIEN_SHOT_TIMER] == 0) {
            state[ALIEN_SHOT_TIMER] = ALIEN_SHOT_INTERVAL;
            shootBack();
        }
        int reward = hitAliens();
        state[SHOT_TIMER] = Math.max(0, state[SHOT_TIMER] - 1);
        state[MOVE_TIMER]--;
        state[ALIEN_SHOT_TIMER]--;
        if (countAliens() == 0) {
            if (ramping && state[MOVE_SPEED] > LEAST_MOVE_INTERVAL) {
                state[MOVE_SPEED]--;
            }
            addWave();
        }
        return reward;
    }

    private boolean atCannon(int rows) {
        return (state[rows + LAST] >> state[CANNON] & 1) == 1;
    }

    private void moveAliens() {
        state[MOVE_TIMER] = Math.min(countAliens(), state[MOVE_SPEED]);
        int columns = 0;
        for (int row = 0; row < SIDE; row++) {
            columns |= state[ALIENS + row];
        }
        int last = state[ALIENS + LAST];
        int edge = state[DIRECTION] < 0 ? 0 : LAST;
        if ((columns >> edge & 1) == 1) {
            state[DIRECTION] = -state[DIRECTION];
            over |= last != 0;
            System.arraycopy(state, ALIENS, state, ALIENS + 1, LAST);
            state[ALIENS] = last;
        } else {
            for (int row = 0; row < SIDE; row++) {
                state[ALIENS + row] = state[DIRECTION] < 0 ? state[ALIENS + row] >> 1 : state[ALIENS + row] << 1;
            }
        }
        over |= atCannon(ALIENS);
    }

    /** Adds a bullet at the lowest alien of the column nearest to the cannon, the left one of two. */
    private void shootBack() {
        for (int distance = 0; distance < SIDE; distance++) {
            if (shoot(state[CANNON] - distance) || shoot(state[CANNON] + distance)) {
                return;
            }
        }
    }

    private boolean shoot(int column) {
        for (int row = LAST; column >= 0 && column <= LAST && row >= 0; row--) {
            if ((state[ALIENS + row] >> column & 1) == 1) {
                state[ALIEN_BULLETS + row] |= 1 << column;
                return true;
            }
        }
        return false;
    }

    /** Removes aliens and the bullets that hit them, and returns their number. */
    private int hitAliens() {
        int hits = 0;
        for (int row = 0; row < SIDE; row++) {
            int hit = state[ALIENS + row] & state[BULLETS + row];
            state[ALIENS + row] ^= hit;
            state[BULLETS + row] ^= hit;
            hits += Integer.bitCount(hit);
        }
        return hits;
    }

    private int countAliens() {
        int count = 0;
        for (int row = 0; row < SIDE; row++) {
            count += Integer.bitCount(state[ALIENS + row]);
        }
        return count;
    }

    @Override
    void observe() {
        show(0, LAST, state[CANNON]);
        for (int row = 0; row < SIDE; row++) {
            showRow(1, row, state[ALIENS + row]);
            showRow(state[DIRECTION] < 0 ? 2 : 3, row, state[ALIENS + row]);
            showRow(4, row, state[BULLETS + row]);
            showRow(5, row, state[ALIEN_BULLETS + row]);
        }
    }
}
