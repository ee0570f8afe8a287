package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.selectors.Sampler;
import io.htsrl.replay.selectors.SelectionConfig;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayLoopTest {
    private static final int STEPS = 8;
    private static final int ENVIRONMENTS = 4;
    private static final int BATCH = 5;
    private static final int BATCHES = 2;
    private static final float[] PARAMETERS = {0.5f, -0.6f, 0.4f};

    private final StorageBank bank = Fixtures.bank(STEPS, ENVIRONMENTS, PARAMETERS, 4);
    private ReplayMemory memory;

    private ReplayLoop loop(SelectionConfig table, Ratio utd) {
        ReplayConfig config =
                new ReplayConfig(400, ENVIRONMENTS, bank.shape().observationSpace(), 1, 1, 3, 0.9, 0, 1e-6);
        memory = table.memory(config, 1, Team.alone());
        return new ReplayLoop(
                new ReplayRate.Plan(BATCH, BATCHES, false, 0, 0, 0, utd),
                bank.shape(),
                memory,
                FirstErrors.GREATEST_SO_FAR,
                AnnealingHorizon.of(10),
                RandomStream.root(1),
                BatchSizeController.FIXED);
    }

    private static double waiting(ReplayLoop loop) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        loop.addTo(metrics);
        return metrics.get("updates_waiting");
    }

    /** As a learner does; gives the places drawn. */
    private static List<Integer> learn(ReplayLoop loop, int due) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < due && loop.begin(); i++) {
            for (int batch = 0; batch < BATCHES; batch++) {
                for (int place : loop.draw(batch).leaves()) {
                    places.add(place);
                }
            }
            loop.learnt(batch -> new float[BATCH]);
        }
        return places;
    }

    @Test
    void shouldLetUpdatesWaitForWhatAQueueHasNotYet() {
        ReplayLoop loop =
                loop(new SelectionConfig(Sampler.FIFO, 1), new Ratio(1, 4)); // 8 updates of 10 rows for 32 steps
        int due = loop.append(bank, PARAMETERS, 0);
        int drawable = memory.size();
        assertEquals(8, due);
        assertTrue(drawable > 15 && drawable < 32, "some steps wait for their return's end");

        List<Integer> first = learn(loop, due);

        assertEquals(drawable / 10 * 10, first.size());
        assertEquals(first.size(), first.stream().distinct().count(), "each once");
        assertEquals(drawable % 10, memory.rowsLeft());
        int made = drawable / 10;
        assertEquals(8 - made, waiting(loop));
        assertEquals(16 - made, loop.append(bank, PARAMETERS, 1), "due beside its own");
        assertFalse(learn(loop, 16).isEmpty());
        assertTrue(memory.rowsLeft() < 10);
    }

    @Test
    void shouldMakeWhatIsDueWhereThereIsEnough() {
        ReplayLoop loop = loop(new SelectionConfig(Sampler.FIFO, 1), new Ratio(1, 32));
        for (int interval = 0; interval < 5; interval++) {
            assertEquals(1, loop.append(bank, PARAMETERS, interval));
            assertEquals(10, learn(loop, 1).size());
            assertEquals(0, waiting(loop));
        }
        assertEquals(5, loop.updates());
    }

    @Test
    void shouldGoOnWithWhatWaited() throws IOException {
        ReplayLoop loop = loop(new SelectionConfig(Sampler.FIFO, 1), new Ratio(1, 4));
        learn(loop, loop.append(bank, PARAMETERS, 0));
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(saved);
        loop.save(out);
        memory.save(out);
        ReplayLoop other = loop(new SelectionConfig(Sampler.FIFO, 1), new Ratio(1, 4));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved.toByteArray()));
        other.restore(in);
        memory.restore(in);

        assertEquals(waiting(loop), waiting(other));
        int due = loop.append(bank, PARAMETERS, 1);
        assertEquals(due, other.append(bank, PARAMETERS, 1));
        assertArrayEquals(learn(loop, due).toArray(), learn(other, due).toArray());
    }
}
