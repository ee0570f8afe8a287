package io.htsrl.cluster.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Workers come, go, fall silent, are slow and late, in any order. */
class CoordinatorChaosTest {
    private static final int N = SmallRuns.ENVIRONMENTS;
    private static final long SECOND = 1_000_000_000L;
    private static final int INTERVALS = 6;
    private static final World WORLD = World.run();

    /** Columns, the same in each interval. */
    private record World(BankShape shape, ColumnResult[] columns) {
        static World run() {
            try (ColumnRunner runner = new ColumnRunner(SmallRuns.config("a2c", "CartPole-v1", 1))) {
                ColumnResult[] columns = new ColumnResult[N];
                runner.run(
                        new ColumnUnit(0, 0, 1, 0, N, new byte[N][]),
                        new float[runner.parameterCount()],
                        OpponentState.NONE,
                        result -> columns[result.environment()] = result);
                return new World(runner.shape(), columns);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    private record Sent(int worker, ColumnResult result) {}

    /** What it is given is on the way at once, in an order of its own. */
    private final class Node implements ColumnWorker {
        private final int id;

        Node(int id) {
            this.id = id;
        }

        @Override
        public int id() {
            return id;
        }

        @Override
        public String name() {
            return "node-" + id;
        }

        @Override
        public void work(ColumnUnit unit, float[] parameters) {
            for (int e = unit.from(); e < unit.to(); e++) {
                ColumnResult column = WORLD.columns()[e];
                onTheWay.add(
                        chance.nextInt(onTheWay.size() + 1),
                        new Sent(
                                id,
                                new ColumnResult(unit.interval(), unit.attempt(), e, column.column(), column.end())));
            }
        }
    }

    private final List<Sent> onTheWay = new ArrayList<>();
    private Random chance;

    @Property(tries = 100)
    void shouldFillEveryBankWhateverHappens(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int most) {
        chance = new Random(seed);
        onTheWay.clear();
        StorageBank[] banks = {new StorageBank(WORLD.shape()), new StorageBank(WORLD.shape())};
        Coordinator coordinator = new Coordinator(
                WORLD.shape(),
                new StartStates(N),
                new Node(0),
                new AssignmentTable.Lease(2 * SECOND, 20 * SECOND),
                line -> {},
                Audit.NONE);
        List<Node> nodes = new ArrayList<>();
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        int begun = 0;
        long now = 0;
        for (int turn = 1; begun < INTERVALS || !done.isDone(); turn++) {
            assertTrue(turn < 50_000, "it comes to an end");
            now += chance.nextInt(300) * (SECOND / 1000);
            if (done.isDone()) {
                done.join();
                done = new CompletableFuture<>();
                coordinator.begin(
                        new BankRequest(begun, new float[1], banks[begun % 2], banks[(begun + 1) % 2], done), now);
                begun++;
            }
            turn(coordinator, nodes, most, turn, now);
        }

        assertEquals((long) INTERVALS * N, coordinator.tally().count(ClusterCounters.Count.COLUMNS));
    }

    private void turn(Coordinator coordinator, List<Node> nodes, int most, int turn, long now) {
        if (nodes.size() < most && chance.nextInt(4) == 0) {
            Node joined = new Node(turn);
            nodes.add(joined);
            coordinator.join(joined, now);
        }
        if (!nodes.isEmpty()) {
            Node node = nodes.get(chance.nextInt(nodes.size()));
            if (chance.nextInt(40) == 0) {
                nodes.remove(node);
                onTheWay.removeIf(sent -> sent.worker() == node.id && chance.nextBoolean());
                coordinator.leave(node.id(), "goes", now);
            } else if (chance.nextInt(3) > 0) {
                coordinator.beat(node.id(), turn, now);
            }
        }
        coordinator.tick(now);
        for (int i = chance.nextInt(4); i > 0 && !onTheWay.isEmpty(); i--) {
            Sent sent = onTheWay.remove(0);
            coordinator.result(sent.worker(), sent.result(), now);
        }
    }
}
