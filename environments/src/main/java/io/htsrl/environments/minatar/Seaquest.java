package io.htsrl.environments.minatar;

/**
 * {@code MinAtar/Seaquest}: a submarine shoots at fish and other submarines and rescues divers, before its oxygen ends.
 *
 * <ul>
 *   <li>Channels: front and back of the submarine, its bullets, the cell behind each fish, submarine and diver, enemy
 *       bullets, fish, enemy submarines, oxygen and rescued divers as bars in the last row, divers. All actions have an
 *       effect.
 *   <li>It carries up to six divers. Surfacing costs one and gives new oxygen; with six it costs all and one more. With
 *       ramping enemies then come more often, and every second time they move faster.
 *   <li>Reward 1 for each enemy shot, and for six divers 1 for each full cell of oxygen. The game ends when the
 *       submarine meets an enemy or a bullet, has no oxygen, or surfaces without a diver.
 * </ul>
 */
final class Seaquest extends MinAtarGame {
    private static final int CHANNELS = 10;
    private static final int LAST_SEA_ROW = 8;
    private static final int MOST_OXYGEN = 200;
    private static final int MOST_DIVERS = 6;
    private static final int SPAWN_INTERVAL = 20;
    private static final int DIVER_INTERVAL = 30;
    private static final int MOVE_INTERVAL = 5;
    private static final int LEAST_MOVE_INTERVAL = 2;
    private static final int SHOT_INTERVAL = 5;
    private static final int ENEMY_SHOT_INTERVAL = 10;

    /** Indices of the state. */
    private static final int X = 0; // the submarine's front

    private static final int Y = 1;
    private static final int FACES_RIGHT = 2;
    private static final int OXYGEN = 3;
    private static final int RESCUED = 4; // divers on board, less than 0 after surfacing with six
    private static final int SURFACED = 5;
    private static final int SHOT_TIMER = 6;
    private static final int SPAWN_SPEED = 7; // steps from one enemy to the next
    private static final int SPAWN_TIMER = 8;
    private static final int DIVER_TIMER = 9;
    private static final int MOVE_SPEED = 10; // steps that enemies wait
    private static final int RAMP = 11; // number of rises of the difficulty
    private static final int LISTS = 12;
    private static final int SIZE = LISTS + 5 * Swimmers.SIZE;

    private final Swimmers bullets = new Swimmers(state, LISTS);
    private final Swimmers enemyBullets = new Swimmers(state, LISTS + Swimmers.SIZE);
    private final Swimmers fish = new Swimmers(state, LISTS + 2 * Swimmers.SIZE);
    private final Swimmers submarines = new Swimmers(state, LISTS + 3 * Swimmers.SIZE);
    private final Swimmers divers = new Swimmers(state, LISTS + 4 * Swimmers.SIZE);
    private final boolean ramping;

    Seaquest(MinAtarOptions options) {
        super(CHANNELS, SIZE, options, 0, LEFT, UP, RIGHT, DOWN, FIRE);
        ramping = options.difficultyRamping();
    }

    @Override
    void start() {
        state[X] = 5;
        state[OXYGEN] = MOST_OXYGEN;
        state[SURFACED] = 1;
        state[SPAWN_SPEED] = SPAWN_INTERVAL;
        state[SPAWN_TIMER] = SPAWN_INTERVAL;
        state[DIVER_TIMER] = DIVER_INTERVAL;
        state[MOVE_SPEED] = MOVE_INTERVAL;
    }

    @Override
    int advance(int action) {
        if (state[SPAWN_TIMER] == 0) {
            spawnEnemy();
            state[SPAWN_TIMER] = state[SPAWN_SPEED];
        }
        if (state[DIVER_TIMER] == 0) {
            divers.add(Swimmers.withTimer(entering(draws.nextDouble() < 0.5, draw(1, LAST)), MOVE_INTERVAL));
            state[DIVER_TIMER] = DIVER_INTERVAL;
        }
        act(action);
        int reward = moveBullets();
        moveDivers();
        reward += moveEnemies(submarines);
        moveEnemyBullets();
        reward += moveEnemies(fish);
        countDown(SPAWN_TIMER);
        countDown(DIVER_TIMER);
        countDown(SHOT_TIMER);
        return reward + breathe();
    }

    private void spawnEnemy() {
        boolean right = draws.nextDouble() < 0.5;
        boolean submarine = draws.nextDouble() < 1.0 / 3;
        int enemy = Swimmers.withTimer(entering(right, draw(1, LAST)), state[MOVE_SPEED]);
        if (!meetsOncoming(enemy, submarines) && !meetsOncoming(enemy, fish)) {
            (submarine ? submarines : fish).add(submarine ? Swimmers.withShotTimer(enemy, ENEMY_SHOT_INTERVAL) : enemy);
        }
    }

    private static int entering(boolean right, int row) {
        return Swimmers.object(right ? 0 : LAST, row, right);
    }

    private static boolean meetsOncoming(int enemy, Swimmers others) {
        for (int i = 0; i < others.count(); i++) {
            int other = others.get(i);
            if (Swimmers.row(other) == Swimmers.row(enemy) && Swimmers.right(other) != Swimmers.right(enemy)) {
                return true;
            }
        }
        return false;
    }

    private void act(int action) {
        if (action == FIRE && state[SHOT_TIMER] == 0) {
            bullets.add(submarine());
            state[SHOT_TIMER] = SHOT_INTERVAL;
        } else if (action == LEFT || action == RIGHT) {
            state[X] = moveAcross(state[X], action);
            state[FACES_RIGHT] = action == RIGHT ? 1 : 0;
        } else if (action == UP || action == DOWN) {
            state[Y] = Math.max(0, Math.min(state[Y] + (action == UP ? -1 : 1), LAST_SEA_ROW));
        }
    }

    private int submarine() {
        return Swimmers.object(state[X], state[Y], state[FACES_RIGHT] == 1);
    }

    private int moveBullets() {
        int hits = 0;
        for (int i = bullets.count() - 1; i >= 0; i--) {
            int bullet = Swimmers.moved(bullets.get(i));
            bullets.set(i, bullet);
            if (Swimmers.outside(bullet)) {
                bullets.remove(i);
            } else if (fish.removeMet(bullet) || submarines.removeMet(bullet)) {
                bullets.remove(i);
                hits++;
            }
        }
        return hits;
    }

    private void moveDivers() {
        for (int i = divers.count() - 1; i >= 0; i--) {
            int diver = divers.get(i);
            if (rescues(diver)) {
                divers.remove(i);
            } else if (Swimmers.timer(diver) > 0) {
                divers.set(i, Swimmers.withTimer(diver, Swimmers.timer(diver) - 1));
            } else {
                diver = Swimmers.moved(Swimmers.withTimer(diver, MOVE_INTERVAL));
                divers.set(i, diver);
                if (Swimmers.outside(diver) || rescues(diver)) {
                    divers.remove(i);
                }
            }
        }
    }

    /** Takes a diver on board if the submarine meets it and has room. */
    private boolean rescues(int diver) {
        boolean rescues = Swimmers.meet(diver, submarine()) && state[RESCUED] < MOST_DIVERS;
        state[RESCUED] += rescues ? 1 : 0;
        return rescues;
    }

    /** Moves fish or submarines, lets submarines shoot, and returns the number of those that ran into a bullet. */
    private int moveEnemies(Swimmers enemies) {
        int hits = 0;
        for (int i = enemies.count() - 1; i >= 0; i--) {
            int enemy = enemies.get(i);
            int index = i;
            over |= Swimmers.meet(enemy, submarine());
            if (Swimmers.timer(enemy) > 0) {
                enemy = Swimmers.withTimer(enemy, Swimmers.timer(enemy) - 1);
            } else {
                enemy = Swimmers.moved(Swimmers.withTimer(enemy, state[MOVE_SPEED]));
                enemies.set(i, enemy);
                boolean meets = Swimmers.meet(enemy, submarine());
                boolean shot = !meets && bullets.removeMet(enemy);
                over |= meets;
                hits += shot ? 1 : 0;
                index = shot || Swimmers.outside(enemy) ? enemies.remove(i) : i;
            }
            enemy = enemies == submarines ? shoot(enemy) : enemy;
            if (index >= 0) {
                enemies.set(index, enemy);
            }
        }
        return hits;
    }

    /** Lets an enemy submarine shoot when it is time, even one that was just removed; returns it with its new timer. */
    private int shoot(int enemy) {
        int steps = Swimmers.shotTimer(enemy);
        if (steps > 0) {
            return Swimmers.withShotTimer(enemy, steps - 1);
        }
        enemyBullets.add(Swimmers.object(Swimmers.column(enemy), Swimmers.row(enemy), Swimmers.right(enemy)));
        return Swimmers.withShotTimer(enemy, ENEMY_SHOT_INTERVAL);
    }

    private void moveEnemyBullets() {
        for (int i = enemyBullets.count() - 1; i >= 0; i--) {
            int bullet = enemyBullets.get(i);
            int moved = Swimmers.moved(bullet);
            over |= Swimmers.meet(bullet, submarine()) || Swimmers.meet(moved, submarine());
            enemyBullets.set(i, moved);
            if (Swimmers.outside(moved)) {
                enemyBullets.remove(i);
            }
        }
    }

    private void countDown(int timer) {
        state[timer] = Math.max(0, state[timer] - 1);
    }

    /** Uses oxygen below the surface, and returns the reward of surfacing. */
    private int breathe() {
        over |= state[OXYGEN] <= 0;
        if (state[Y] > 0) {
            state[OXYGEN]--;
            state[SURFACED] = 0;
        } else if (state[SURFACED] == 0) {
            if (state[RESCUED] != 0) {
                return surface();
            }
            over = true;
        }
        return 0;
    }

    private int surface() {
        int reward = 0;
        if (state[RESCUED] == MOST_DIVERS) {
            state[RESCUED] = 0;
            reward = fullCells();
        }
        state[RESCUED]--;
        state[SURFACED] = 1;
        state[OXYGEN] = MOST_OXYGEN;
        if (ramping && (state[SPAWN_SPEED] > 1 || state[MOVE_SPEED] > LEAST_MOVE_INTERVAL)) {
            if (state[MOVE_SPEED] > LEAST_MOVE_INTERVAL && state[RAMP] % 2 == 1) {
                state[MOVE_SPEED]--;
            }
            if (state[SPAWN_SPEED] > 1) {
                state[SPAWN_SPEED]--;
            }
            state[RAMP]++;
        }
        return reward;
    }

    /** Returns the full cells of the bar of oxygen. */
    private int fullCells() {
        return Math.max(0, state[OXYGEN]) * SIDE / MOST_OXYGEN;
    }

    @Override
    void observe() {
        show(0, state[Y], state[X]);
        show(1, state[Y], state[X] + (state[FACES_RIGHT] == 1 ? -1 : 1));
        show(2, bullets, false);
        show(4, enemyBullets, false);
        show(5, fish, true);
        show(6, submarines, true);
        showRow(7, LAST, (1 << fullCells()) - 1);
        for (int i = 1; i <= state[RESCUED]; i++) {
            show(8, LAST, LAST - i);
        }
        show(9, divers, true);
    }

    /** @param trail whether the cells behind the objects are shown too */
    private void show(int channel, Swimmers objects, boolean trail) {
        for (int i = 0; i < objects.count(); i++) {
            int object = objects.get(i);
            show(channel, Swimmers.row(object), Swimmers.column(object));
            if (trail) {
                showBehind(3, Swimmers.row(object), Swimmers.column(object), Swimmers.right(object));
            }
        }
    }
}
