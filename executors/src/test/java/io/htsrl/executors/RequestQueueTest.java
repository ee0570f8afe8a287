package io.htsrl.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.random.RandomStream;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestQueueTest {
    private static final int REPLICAS = 400;
    private static final BankShape SHAPE = new BankShape(1, REPLICAS, ObservationSpace.floats(1), 1, 2);

    private final boolean[] answered = new boolean[REPLICAS];
    private final RequestQueue requests = new RequestQueue(REPLICAS);
    private int looks;

    /** Has answered when the test says so. */
    private final class Distant implements RemoteEnvironment {
        private final int number;

        Distant(int number) {
            this.number = number;
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Distant", SHAPE.observationSpace(), new ActionSpace.Discrete(2), 0, Double.NaN);
        }

        @Override
        public void beginReset(long seed) {}

        @Override
        public void beginStep(float[] actions, int offset) {}

        @Override
        public boolean ready() {
            looks++;
            return answered[number];
        }

        @Override
        public boolean wakeWhenReady(Wakeup wakeup) {
            return ready();
        }

        @Override
        public void completeReset(ObservationSlot out) {
            out.set(0, number);
        }

        @Override
        public void completeStep(ObservationSlot out, StepResult result) {}
    }

    private void beginAll() {
        StorageBank bank = new StorageBank(SHAPE);
        for (int i = 0; i < REPLICAS; i++) {
            Replica replica = new Replica(
                    i, new Distant(i), new Categorical(2), (o, at, d, s, actions, to) -> {}, RandomStream.root(1));
            replica.beginFirst(bank, i);
            requests.add(replica);
        }
        requests.flush();
    }

    private List<Integer> round() {
        List<Integer> completed = new ArrayList<>();
        Replica next = requests.completeNext();
        while (next != null) {
            completed.add(next.index());
            next = requests.completeNext();
        }
        return completed;
    }

    @Test
    void shouldLookAtEachRequestOnceInARound() {
        beginAll();
        for (int i = REPLICAS / 2; i < REPLICAS; i++) {
            answered[i] = true;
        }

        assertEquals(REPLICAS / 2, round().size());

        assertTrue(looks <= REPLICAS, looks + " looks at " + REPLICAS + " requests");
        assertNull(requests.completeNext());
        assertTrue(looks <= REPLICAS + REPLICAS / 2);
    }

    @Test
    void shouldLookAgainInTheNextRound() {
        beginAll();
        answered[7] = true;
        assertEquals(List.of(7), round());
        answered[3] = true;
        answered[REPLICAS - 1] = true;

        assertEquals(List.of(3, REPLICAS - 1), round().stream().sorted().toList());
        assertEquals(List.of(), round());
        Arrays.fill(answered, true);
        assertEquals(REPLICAS - 3, round().size());
        assertTrue(requests.none());
    }
}
