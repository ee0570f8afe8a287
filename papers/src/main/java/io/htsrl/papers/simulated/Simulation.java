package io.htsrl.papers.simulated;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.cluster.table.ClusterCounters;
import io.htsrl.cluster.table.ColumnWorker;
import io.htsrl.cluster.table.Coordinator;
import io.htsrl.cluster.table.Coordinator.Audit;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.executors.ReplicaDelta;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.rollouts.StartStates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Simulates intervals of a model's cluster with the {@link Coordinator} of a run. Columns are small and the same in
 * each interval; all times come from the model. One thread.
 */
final class Simulation {
    private static final ReplicaDelta END = ReplicaDelta.of(new byte[] {1});

    /** Result: seconds of an interval, and seconds of processor time of the coordinator in an interval. */
    record Result(int intervals, double seconds, double coordinating, ClusterCounters tally) {}

    private final Model model;
    private final RandomStream draws;
    private final Clock clock = new Clock();
    private final Coordinator coordinator;
    private final byte[][] columns;
    private final StorageBank[] banks;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private int ids;
    private double sending; // time until which the learner's link is busy, each way
    private double receiving;
    private long coordinating;

    Simulation(Model model, RandomStream draws) {
        this.model = model;
        this.draws = draws;
        BankShape shape = new BankShape(1, model.columns(), ObservationSpace.floats(1), 1, 1);
        this.banks = new StorageBank[] {new StorageBank(shape), new StorageBank(shape)};
        ColumnCodec codec = new ColumnCodec(shape);
        this.columns = new byte[model.columns()][];
        for (int environment = 0; environment < columns.length; environment++) {
            banks[0].stamp(environment, environment, 0);
            columns[environment] = codec.column(banks[0], environment);
        }
        this.coordinator = new Coordinator(
                shape,
                new StartStates(model.columns()),
                new NoLearnerColumns(),
                AssignmentTable.Lease.of(Duration.ofMillis((long) (model.lease() * 1000))),
                line -> {},
                Audit.NONE);
    }

    /** The learner's own machine, which collects nothing. */
    private static final class NoLearnerColumns implements ColumnWorker {
        @Override
        public int id() {
            return 0;
        }

        @Override
        public String name() {
            return "learner";
        }

        @Override
        public void work(ColumnUnit unit, float[] parameters) {
            throw new IllegalStateException("no node is left for environment " + unit.from());
        }
    }

    Result run(double seconds) {
        for (int i = 0; i < model.nodes(); i++) {
            join();
        }
        clock.at(Model.TICK, this::tick);
        int intervals = 0;
        while (clock.now() < seconds) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            StorageBank write = banks[intervals % 2];
            write.collectedUnder(intervals);
            BankRequest fill = new BankRequest(intervals, new float[1], write, banks[(intervals + 1) % 2], done);
            measured(() -> coordinator.begin(fill, clock.nanos()));
            while (!done.isDone()) {
                clock.step();
            }
            done.join();
            intervals++;
        }
        return new Result(intervals, clock.now() / intervals, coordinating / 1e9 / intervals, coordinator.tally());
    }

    private void measured(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        coordinating += System.nanoTime() - begin;
    }

    private void join() {
        SimulatedNode node = new SimulatedNode(++ids, this, model, draws.spawn(ids));
        nodes.add(node);
        measured(() -> coordinator.join(node, clock.nanos()));
        if (model.lostPerHour() > 0) {
            double rate = -Math.log(1 - model.lostPerHour()) / 3600;
            double life = -Math.log(1 - draws.uniform(ids, 1)) / rate;
            clock.at(clock.now() + life, () -> lose(node));
        }
    }

    private void lose(SimulatedNode node) {
        node.vanish();
        nodes.remove(node);
        clock.at(clock.now() + model.replacement(), this::join);
    }

    private void tick() {
        measured(() -> {
            for (SimulatedNode node : nodes) {
                coordinator.beat(node.id(), clock.nanos(), clock.nanos());
            }
            coordinator.tick(clock.nanos());
        });
        clock.at(clock.now() + Model.TICK, this::tick);
    }

    /** Returns the time at which a node has received bytes sent now; the learner's link sends one message at a time. */
    double sent(double bytes) {
        sending = Math.max(sending, clock.now()) + bytes / model.bandwidth();
        return sending + Model.LATENCY;
    }

    /** Schedules the arrival of a column that is full at {@code when}. */
    void columnFull(SimulatedNode node, ColumnUnit unit, int environment, double when) {
        clock.at(when, () -> {
            if (!node.gone()) {
                receiving = Math.max(receiving, clock.now()) + model.columnBytes() / model.bandwidth();
                clock.at(receiving + Model.LATENCY, () -> arrive(node, unit, environment));
            }
        });
    }

    private void arrive(SimulatedNode node, ColumnUnit unit, int environment) {
        ColumnResult result = new ColumnResult(unit.interval(), unit.attempt(), environment, columns[environment], END);
        measured(() -> coordinator.result(node.id(), result, clock.nanos()));
    }
}
