package io.htsrl.environments.minatar;

/**
 * {@code MinAtar/Breakout}: a paddle in the last row returns a ball that breaks three rows of bricks.
 *
 * <ul>
 *   <li>Channels: paddle, ball, the ball's previous cell, bricks. Minimal actions: nothing, left, right.
 *   <li>The ball moves by one cell along a diagonal. A wall or a brick reflects it; after a brick it breaks no other
 *       one until it has been in a cell without bricks. The paddle sends it back the way it came, or, where the ball is
 *       above the paddle already, up in the same horizontal direction.
 *   <li>Reward 1 for each brick. A new wall appears when the ball comes down and no brick is left. The game ends when
 *       the ball passes the paddle.
 * </ul>
 */
final class Breakout extends MinAtarGame {
    private static final int CHANNELS = 4;
    private static final int WALL_TOP = 1;
    private static final int WALL_ROWS = 3;
    private static final int FULL_ROW = (1 << SIDE) - 1;

    /** Indices of the state. */
    private static final int PADDLE = 0; // column

    private static final int BALL_X = 1;
    private static final int BALL_Y = 2;
    private static final int LAST_X = 3; // where the ball was
    private static final int LAST_Y = 4;
    private static final int ACROSS = 5; // direction of the ball, -1 or 1
    private static final int DOWNWARD = 6;
    private static final int STRUCK = 7; // 1 while the ball is among bricks after breaking one
    private static final int WALL = 8; // bits of each row, column 0 lowest
    private static final int SIZE = WALL + WALL_ROWS;

    Breakout(MinAtarOptions options) {
        super(CHANNELS, SIZE, options, 0, LEFT, RIGHT);
    }

    @Override
    void start() {
        boolean left = draw(0, 2) == 0;
        state[PADDLE] = 4;
        state[BALL_X] = left ? 0 : LAST;
        state[BALL_Y] = 3;
        state[LAST_X] = state[BALL_X];
        state[LAST_Y] = state[BALL_Y];
        state[ACROSS] = left ? 1 : -1;
        state[DOWNWARD] = 1;
        build();
    }

    private void build() {
        for (int row = 0; row < WALL_ROWS; row++) {
            state[WALL + row] = FULL_ROW;
        }
    }

    @Override
    int advance(int action) {
        state[PADDLE] = moveAcross(state[PADDLE], action);
        state[LAST_X] = state[BALL_X];
        state[LAST_Y] = state[BALL_Y];
        int x = state[BALL_X] + state[ACROSS];
        int y = state[BALL_Y] + state[DOWNWARD];
        if (x < 0 || x > LAST) {
            x = state[BALL_X];
            state[ACROSS] = -state[ACROSS];
        }
        boolean brick = brick(y, x);
        boolean breaks = brick && state[STRUCK] == 0;
        if (y < 0) {
            y = 0;
            state[DOWNWARD] = 1;
        } else if (breaks) {
            state[WALL + y - WALL_TOP] ^= 1 << x;
            y = bounce();
        } else if (y == LAST) {
            y = land(x);
        }
        state[STRUCK] = brick ? 1 : 0;
        state[BALL_X] = x;
        state[BALL_Y] = y;
        return breaks ? 1 : 0;
    }

    /** Turns the ball round vertically, and returns the row in which it stays. */
    private int bounce() {
        state[DOWNWARD] = -state[DOWNWARD];
        return state[LAST_Y];
    }

    /** Lets the ball meet the last row, and returns its next row. */
    private int land(int x) {
        if ((state[WALL] | state[WALL + 1] | state[WALL + 2]) == 0) {
            build();
        }
        if (state[LAST_X] == state[PADDLE]) {
            return bounce();
        }
        if (x == state[PADDLE]) {
            state[ACROSS] = -state[ACROSS];
            return bounce();
        }
        over = true;
        return LAST;
    }

    private boolean brick(int y, int x) {
        return y >= WALL_TOP && y < WALL_TOP + WALL_ROWS && (state[WALL + y - WALL_TOP] >> x & 1) == 1;
    }

    @Override
    void observe() {
        show(0, LAST, state[PADDLE]);
        show(1, state[BALL_Y], state[BALL_X]);
        show(2, state[LAST_Y], state[LAST_X]);
        for (int row = 0; row < WALL_ROWS; row++) {
            showRow(3, WALL_TOP + row, state[WALL + row]);
        }
    }
}
