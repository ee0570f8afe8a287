package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.AssignmentTable.Order;
import io.htsrl.trainer.rollouts.StartStates;
import java.util.Arrays;

/** Makes units of orders: with the start of each replica that the hand does not have. The coordinator's thread. */
final class UnitMaker {
    private static final int NOBODY = -1;

    private final StartStates states;
    private final int[] warm; // who has the replica where the interval under way begins

    UnitMaker(int environments, StartStates states) {
        this.states = states;
        this.warm = new int[environments];
        Arrays.fill(warm, NOBODY);
    }

    ColumnUnit unit(Order order, Fill fill) {
        byte[][] starts = new byte[order.to() - order.from()][];
        for (int environment = order.from(); environment < order.to(); environment++) {
            byte[] state = states.of(environment);
            if (state != null && warm[environment] != order.hand()) {
                starts[environment - order.from()] = ColumnCodec.start(state, fill.filled(), environment);
            }
        }
        return new ColumnUnit(fill.interval(), fill.version(), order.attempt(), order.from(), order.to(), starts);
    }

    /** A hand said that it has not got them. */
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
