package io.htsrl.cluster.table;

import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.Coordinator.Audit;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.rollouts.StartStates;
import io.htsrl.trainer.selfplay.OpponentState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;

/** A coordinator with nodes whose units lie there until a test answers. */
abstract class IdleNodes {
    static final int N = SmallRuns.ENVIRONMENTS;
    static final long SECOND = 1_000_000_000L;

    /** A node whose units lie there. */
    record Idle(int id, String name, List<ColumnUnit> units) implements ColumnWorker {
        Idle(int id) {
            this(id, "node-" + id, new ArrayList<>());
        }

        @Override
        public void work(ColumnUnit unit, float[] parameters) {
            units.add(unit);
        }

        ColumnUnit last() {
            return units.get(units.size() - 1);
        }
    }

    static final ColumnResult[] TRUE = new ColumnResult[N]; // of interval 0
    static final ColumnResult[] FALSE = new ColumnResult[N]; // of another seed
    static BankShape shape;

    final StartStates states = new StartStates(N);
    final Idle own = new Idle(0);
    final Idle one = new Idle(1);
    final Idle two = new Idle(2);
    final List<String> logs = new ArrayList<>();
    final Coordinator coordinator = new Coordinator(
            shape, states, own, new AssignmentTable.Lease(2 * SECOND, 20 * SECOND), logs::add, Audit.NONE);
    final StorageBank bank = new StorageBank(shape);
    final StorageBank other = new StorageBank(shape);

    @BeforeAll
    static void run() throws Exception {
        try (ColumnRunner runner = new ColumnRunner(SmallRuns.config("a2c", "CartPole-v1", 1))) {
            shape = runner.shape();
            fill(runner, TRUE);
        }
        try (ColumnRunner runner = new ColumnRunner(SmallRuns.config("a2c", "CartPole-v1", 1, 4))) {
            fill(runner, FALSE);
        }
    }

    static void fill(ColumnRunner runner, ColumnResult[] results) throws Exception {
        runner.run(
                new ColumnUnit(0, 0, 1, 0, N, new byte[N][]),
                new float[runner.parameterCount()],
                OpponentState.NONE,
                result -> results[result.environment()] = result);
    }

    CompletableFuture<Void> begin(long interval) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        StorageBank write = interval % 2 == 0 ? bank : other;
        write.collectedUnder(interval);
        coordinator.begin(new BankRequest(interval, new float[4], write, interval % 2 == 0 ? other : bank, done), 0);
        return done;
    }

    void answer(Idle node, ColumnUnit unit, ColumnResult[] with) {
        answer(node, unit, with, 0);
    }

    void answer(Idle node, ColumnUnit unit, ColumnResult[] with, long now) {
        for (int e = unit.from(); e < unit.to(); e++) {
            answer(node, unit, e, with, now);
        }
    }

    void answer(Idle node, ColumnUnit unit, int environment, ColumnResult[] with) {
        answer(node, unit, environment, with, 0);
    }

    void answer(Idle node, ColumnUnit unit, int environment, ColumnResult[] with, long now) {
        ColumnResult result = with[environment];
        coordinator.result(
                node.id(),
                new ColumnResult(unit.interval(), unit.attempt(), environment, result.column(), result.end()),
                now);
    }
}
