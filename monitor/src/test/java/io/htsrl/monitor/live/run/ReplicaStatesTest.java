package io.htsrl.monitor.live.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.trainer.report.RunMetrics;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaStatesTest {
    private final int[] steps = {0, 0, 0, 0};
    private final boolean[] calling = new boolean[4];
    private final ReplicaStates states = new ReplicaStates();

    private final RunMetrics gauges = new StubMetrics() {
        @Override
        public int replicas() {
            return steps.length;
        }

        @Override
        public int step(int replica) {
            return steps[replica];
        }

        @Override
        public boolean calling(int replica) {
            return calling[replica];
        }
    };

    @Test
    void shouldTellWhatEachReplicaIsAt() {
        steps[0] = 8;
        steps[1] = 3;
        steps[2] = 5;
        calling[2] = true;
        states.look(gauges);

        assertEquals("bwsw", states.states());
        assertEquals(5, states.steps()[2]);
    }

    @Test
    void shouldNameTheOneThatTheOthersWaitFor() {
        for (int look = 0; look < 20; look++) {
            boolean late = look % 4 != 0;
            steps[0] = late ? 8 : 2;
            steps[1] = late ? 8 : 2;
            steps[2] = 5;
            steps[3] = late ? 8 : 2;
            calling[2] = true;
            states.look(gauges);
        }

        assertEquals(List.of(2), states.stragglers());
    }

    @Test
    void shouldNameNobodyWhereAllKeepUpOrFewLooksWereTaken() {
        steps[0] = 8;
        steps[1] = 8;
        steps[3] = 8;
        for (int look = 0; look < 5; look++) {
            states.look(gauges);
        }
        assertEquals(List.of(), states.stragglers());

        for (int look = 0; look < 40; look++) {
            steps[look % 4] = look % 8 < 4 ? 8 : 1;
            states.look(gauges);
        }
        assertEquals(List.of(), states.stragglers());
    }
}
