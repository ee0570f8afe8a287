package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.AssignmentTable.Order;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.trainer.rollouts.StartStates;
import java.util.Arrays;
import java.util.BitSet;

/** Makes units from orders, with the start of each replica that the worker does not have. The coordinator's thread. */
final class UnitMaker {
    private final StartStates states;
    private final int[] warm; // worker that has each replica at the beginning of the current interval

    UnitMaker(int environments, StartStates states) {
        this.states = states;
        this.warm = new int[environments];
        Arrays.fill(warm, AssignmentTable.NO_WORKER);
    }

    ColumnUnit unit(Order order, BankRequest fill) {
        byte[][] starts = new byte[order.to() - order.from()][];
        for (int environment = order.from(); environment < order.to(); environment++) {
            if (states.begun(environment) && warm[environment] != order.worker()) {
                starts[environment - order.from()] =
                        ColumnCodec.start(states.of(environment), fill.filled(), environment);
            }
        }
        return new ColumnUnit(fill.interval(), fill.version(), order.attempt(), order.from(), order.to(), starts);
    }

    /** Returns the worker that has the replica of an environment; -1 where there is none. */
    int keeper(int environment) {
        return warm[environment];
    }

    /** Returns the environments that only one worker can continue. */
    BitSet bound() {
        BitSet bound = new BitSet();
        for (int environment = 0; environment < warm.length; environment++) {
            bound.set(environment, !states.movable(environment));
        }
        return bound;
    }

    /** Records that a worker does not have the replicas of an order. */
    void forget(Order order) {
        Arrays.fill(warm, order.from(), order.to(), AssignmentTable.NO_WORKER);
    }

    /** Records the workers that have the replicas of a completed interval. */
    void keep(AssignmentTable table) {
        for (int environment = 0; environment < warm.length; environment++) {
            warm[environment] = table.doer(environment);
        }
    }
}
