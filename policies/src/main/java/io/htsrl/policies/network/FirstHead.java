package io.htsrl.policies.network;

import io.htsrl.core.policy.ActionHead;

/**
 * Outputs of a network's first head, by which actions are chosen.
 *
 * @param computed outputs of its layer
 * @param repeated outputs after these that repeat the inputs of its layer, all of them; 0 for none
 * @param free outputs after these that depend on no input: a tensor of the network that every row contains
 * @param start first value of each free output
 * @param atoms outputs that a mask forbids with one action
 */
public record FirstHead(int computed, int repeated, int free, float start, int atoms) {

    /** Creates a head with one output for each action. */
    public FirstHead(int computed, int free, float start) {
        this(computed, 0, free, start, 1);
    }

    /** Creates a head with only computed outputs. */
    public static FirstHead of(int outputs) {
        return new FirstHead(outputs, 0, 0);
    }

    /** Returns the head that an action head requires. */
    public static FirstHead of(ActionHead head) {
        int repeated = head.repeatedOutputs();
        int free = head.freeOutputs();
        return new FirstHead(
                head.outputs() - repeated - free, repeated, free, head.firstFreeOutput(), head.actionOutputs());
    }

    /** Returns the number of all parameters behind {@code units} units. */
    public long parameters(long units) {
        return (units + 1) * computed + free;
    }

    /** Returns the number of all outputs. */
    public int outputs() {
        return computed + repeated + free;
    }
}
