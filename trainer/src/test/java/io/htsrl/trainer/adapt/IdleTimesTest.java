package io.htsrl.trainer.adapt;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.report.TimeUse;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IdleTimesTest {
    private double busy;
    private double learnt;
    private double all;

    private TimeUse times() {
        TimeUse.Role executor = new TimeUse.Role(busy, all - busy, 0, all, 1);
        TimeUse.Role learner = new TimeUse.Role(learnt, all - learnt, 0, all, 1);
        return new TimeUse(new TreeMap<>(Map.of("executor", executor, "learner", learner)), 1, new TreeMap<>());
    }

    private final IdleTimes idle = new IdleTimes(this::times);

    private void pass(double working, double seconds) {
        busy += working;
        all += seconds;
        idle.look();
    }

    @Test
    void shouldNotSendExecutorsAwayThatStepMostOfTheTime() {
        pass(9, 10);
        assertFalse(idle.promises(HillClimb.Move.FEWER_EXECUTORS));
        assertFalse(idle.promises(HillClimb.Move.ONE_EXECUTOR));
        assertTrue(idle.promises(HillClimb.Move.ALL_EXECUTORS));
    }

    @Test
    void shouldNotCallExecutorsWhereThoseThereAreWait() {
        pass(9, 10);
        pass(0.1, 10); // since the last look
        assertFalse(idle.promises(HillClimb.Move.MORE_EXECUTORS));
        assertTrue(idle.promises(HillClimb.Move.FEWER_EXECUTORS));
    }

    @Test
    void shouldCallNobodyWhereTheLearnerIsTheBottleneck() {
        learnt = 9.9;
        pass(3, 10);
        assertFalse(idle.promises(HillClimb.Move.MORE_EXECUTORS));
        assertFalse(idle.promises(HillClimb.Move.MORE_ACTORS));
        assertFalse(idle.promises(HillClimb.Move.SMALLER_BATCHES));
        assertTrue(idle.promises(HillClimb.Move.FEWER_EXECUTORS), "it gives the learner its cores");
        assertTrue(idle.promises(HillClimb.Move.NO_ACTORS));
    }

    @Test
    void shouldPromiseAnythingWhereNothingIsKnown() {
        idle.look();
        for (HillClimb.Move move : HillClimb.Move.values()) {
            assertTrue(idle.promises(move), move.toString());
        }
    }
}
