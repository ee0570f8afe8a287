package io.htsrl.papers.simulated;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.ColumnWorker;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;

/** A node of the model: runs units in sequence, the columns of a unit in parallel, until it vanishes. One thread. */
final class SimulatedNode implements ColumnWorker {
    private final int id;
    private final Simulation simulation;
    private final Model model;
    private final RandomStream draws;
    private double free; // when its last unit ends
    private long units;
    private long version = -1; // of its parameters
    private boolean gone;

    SimulatedNode(int id, Simulation simulation, Model model, RandomStream draws) {
        this.id = id;
        this.simulation = simulation;
        this.model = model;
        this.draws = draws;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return "node-" + id;
    }

    boolean gone() {
        return gone;
    }

    /** Removes this node without a message. */
    void vanish() {
        gone = true;
    }

    @Override
    public void work(ColumnUnit unit, float[] parameters) {
        double arrival = simulation.sent(version == unit.version() ? 0 : model.policyBytes());
        version = unit.version();
        double begin = Math.max(arrival, free);
        double slow = draws.uniform(units, 0) < model.stragglers() ? Model.SLOWDOWN : 1;
        double[] executors = new double[model.perNode()]; // when each is free
        Arrays.fill(executors, begin);
        for (int environment = unit.from(); environment < unit.to(); environment++) {
            double steps = model.steps() + Math.sqrt(model.steps()) * draws.normal(units, environment + 1);
            int executor = environment % executors.length;
            executors[executor] += slow * model.stepTime() * Math.max(1, steps);
            simulation.columnFull(this, unit, environment, executors[executor]);
        }
        free = Arrays.stream(executors).max().orElse(begin);
        units++;
    }
}
