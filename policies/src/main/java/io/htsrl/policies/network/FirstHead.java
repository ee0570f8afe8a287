package io.htsrl.policies.network;

import io.htsrl.core.policy.ActionHead;

/**
 * What a network's first head gives: the outputs that actions are chosen by.
 *
 * @param computed outputs of its layer
 * @param free     outputs behind these that no input decides: a tensor of the network's own, which every row holds
 * @param start    what each of the latter begins with
 */
public record FirstHead(int computed, int free, float start) {

    /** All computed. */
    public static FirstHead of(int outputs) {
        return new FirstHead(outputs, 0, 0);
    }

    /** The one that such actions ask for. */
    public static FirstHead of(ActionHead head) {
        return new FirstHead(head.outputs() - head.freeOutputs(), head.freeOutputs(), head.firstFreeOutput());
    }

    /** All of them. */
    public int outputs() {
        return computed + free;
    }
}
