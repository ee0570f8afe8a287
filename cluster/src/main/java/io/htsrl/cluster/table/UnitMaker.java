package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.AssignmentTable.Order;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.trainer.rollouts.StartStates;
import java.util.Arrays;
import java.util.BitSet;

/** Makes units of orders: with the start of each replica that the worker does not have. The coordinator's thread. */
final class UnitMaker {
    private static final int NOBODY = -1;

    private final StartStates states;
    private final int[] warm; // who has the replica where the interval under way begins

    UnitMaker(int environments, StartStates states) {
        this.states = states;
        this.warm = new int[environments];
        Arrays.fill(warm, NOBODY);
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

    /** The worker that has the replica of an environment; -1 where none has. */
    int keeper(int environment) {
        return warm[environment];
    }

    /** The environments that one worker alone can go on with. */
    BitSet bound() {
        BitSet bound = new BitSet();
        for (int environment = 0; environment < warm.length; environment++) {
            bound.set(environment, !states.movable(environment));
        }
        return bound;
    }

    /** A worker said that it has not got them. */
    void forget(Order order) {
        Arrays.fill(warm, order.from(), order.to(), NOBODY);
    }

    /** An interval is complete: its replicas are with those who did it. */
    void keep(AssignmentTable table) {
        for (int environment = 0; environment < warm.length; environment++) {
            warm[environment] = table.doer(environment);
        }
    }
}
