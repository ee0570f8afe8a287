package io.htsrl.trainer.selfplay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.board.ConnectFour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares one seat of Connect Four with the game itself, which is stepped with the moves of both. */
class SeatEnvironmentTest {
    private static final int OBSERVATION = 91;

    private final SeatEnvironment seat = SeatEnvironment.of(game());
    private final Environment whole = game();
    private final Agents agents = whole.agents().orElseThrow();
    private final float[] row = new float[OBSERVATION];
    private final float[] rows = new float[whole.spec().observationSpace().size()];
    private final ObservationSlot slot = new ObservationSlot().at(row, 0);
    private final ObservationSlot all = new ObservationSlot().at(rows, 0);
    private final StepResult result = new StepResult();
    private final StepResult ofAll = new StepResult();

    private static Environment game() {
        return new ConnectFour();
    }

    /** Plays at random, and writes down its seat's moves. */
    private static final class Scribe implements Opponents {
        private final Opponents random;
        private final List<Integer> moves = new ArrayList<>();
        private final List<Double> returns = new ArrayList<>();
        private int seat;

        Scribe(Agents agents) {
            random = Opponents.random(agents);
        }

        @Override
        public void begin(int newSeat, RandomStream draws) {
            seat = newSeat;
            moves.clear();
            random.begin(newSeat, draws);
        }

        @Override
        public void act(int agent, float[] seen, int offset, long ply, float[] chosen, int to) {
            assertEquals(1 - seat, agent);
            random.act(agent, seen, offset, ply, chosen, to);
            assertEquals(1, seen[offset + 84 + (int) chosen[to]], "an allowed move");
            moves.add((int) chosen[to]);
        }

        @Override
        public void end(double learnersReturn) {
            returns.add(learnersReturn);
        }
    }

    private int draw(long episode, long step) {
        int column = (int) (7 * RandomStream.root(3).uniform(episode, step));
        while (row[84 + column] == 0) {
            column = (column + 1) % 7;
        }
        return column;
    }

    /** The only allowed move of a player, or -1 if several are. */
    private int forced(int agent) {
        int only = -1;
        for (int column = 0; column < 7; column++) {
            if (rows[agents.offset(agent) + 84 + column] != 0) {
                if (only >= 0) {
                    return -1;
                }
                only = column;
            }
        }
        return only;
    }

    @Test
    void shouldShowTheGameAtItsOwnMovesAndGiveAllRewardsBetween() {
        Scribe scribe = new Scribe(agents);
        seat.connect(all -> scribe);
        int[] seats = new int[2];
        for (int episode = 0; episode < 400; episode++) {
            seat.reset(episode, slot);
            whole.reset(episode, all);
            ofAll.set(0, false, false);
            seats[scribe.seat]++;
            int answered = advanceWhole(scribe, 0, -1);
            double sum = 0;
            int step = 0;
            do {
                assertArrayEquals(own(scribe.seat), row);
                int move = draw(episode, step++);
                seat.step(new float[] {9, move}, 1, slot, result);
                answered = advanceWhole(scribe, answered, move);
                assertEquals(ofAll.terminated, result.terminated);
                sum += result.reward;
            } while (!result.done());
            assertEquals(agents.reward(all, scribe.seat), result.reward);
            assertEquals(sum, scribe.returns.get(episode));
            assertEquals(scribe.moves.size(), answered);
        }
        assertTrue(seats[0] > 150 && seats[1] > 150, Arrays.toString(seats));
    }

    private float[] own(int agent) {
        return Arrays.copyOfRange(rows, agents.offset(agent), agents.offset(agent) + OBSERVATION);
    }

    /** Steps the game with a move and the written ones, until the learner has a choice; returns the answers taken. */
    private int advanceWhole(Scribe scribe, int answered, int move) {
        int taken = answered;
        int next = move;
        while (next >= 0 || !ofAll.done() && forced(scribe.seat) >= 0) {
            float[] actions = new float[2];
            actions[scribe.seat] = next >= 0 ? next : forced(scribe.seat);
            int answer = forced(1 - scribe.seat);
            actions[1 - scribe.seat] = answer >= 0 ? answer : scribe.moves.get(taken++);
            whole.step(actions, 0, all, ofAll);
            next = -1;
        }
        return taken;
    }

    @Test
    void shouldContinueFromItsSavedState() throws Exception {
        for (int moves = 0; moves < 3; moves++) {
            seat.reset(moves, slot);
            for (int step = 0; step < moves; step++) {
                seat.step(new float[] {draw(moves, step)}, 0, slot, result);
            }
            SeatEnvironment copy = SeatEnvironment.of(game());
            assertEquals(0, SavedState.restore(copy, SavedState.of(seat)));
            int move = draw(moves, moves);
            seat.step(new float[] {move}, 0, slot, result);
            float[] expected = row.clone();
            copy.step(new float[] {move}, 0, slot, result);
            assertArrayEquals(expected, row);
        }
    }

    @Test
    void shouldPassTheCheckBeforeARun() {
        EnvironmentCheck check = EnvironmentCheck.of(seat);
        assertEquals(List.of(), check.problems());
        assertEquals(List.of(), check.unrepeatable());
        assertEquals(List.of(), check.unrestorable());
    }

    @Test
    void shouldRefuseAnEnvironmentOfOneAgent() {
        Environment alone = Environments.create("CartPole-v1", Map.of());
        assertThrows(ConfigurationException.class, () -> SeatEnvironment.of(alone));
    }
}
