package io.htsrl.policies.network;

/**
 * Which heads a network has, and so what its output rows hold. The first head is the one that actions are chosen by;
 * its {@link FirstHead outputs} are those of the run's action head: one for each discrete action, for example. {@link #Q} and {@link #DUELING} have exactly one torso,
 * whatever {@link MlpConfig#sharedTorso} says: nothing else is meant by these networks in the literature.
 */
public enum Heads {

    /** A policy head and a value head, on one torso or one each. Rows are {@code [logits | value]}. */
    ACTOR_CRITIC("policy.head", 0.01, true),

    /** One head of action values, no other. Rows are {@code [q_0 .. q_(m-1)]} (Mnih et al. 2015). */
    Q("q.head", 1, false),

    /**
     * An advantage head and a value head on one torso. Rows are {@code [advantages | value]}, raw: the combination
     * {@code Q = V + A - mean(A)} (Wang et al. 2016, arXiv:1511.06581, Eq. 9) is made by whoever reads the row.
     */
    DUELING("advantage.head", 1, true);

    /** The tensor of a first head's free outputs. */
    static final String FREE = "policy.log_std";

    private final String firstHead;
    private final double firstGain;
    private final boolean valueHead;

    Heads(String firstHead, double firstGain, boolean valueHead) {
        this.firstHead = firstHead;
        this.firstGain = firstGain;
        this.valueHead = valueHead;
    }

    /** The name of the first head's layer. */
    String firstHead() {
        return firstHead;
    }

    /** The gain that the first head starts with. */
    double firstGain() {
        return firstGain;
    }

    /** Whether there is a value head behind the first one. */
    public boolean hasValueHead() {
        return valueHead;
    }

    /** Floats in an output row of a network whose first head has {@code outputs} outputs. */
    public int outputWidth(int outputs) {
        return valueHead ? outputs + 1 : outputs;
    }

    /** Whether value and policy have a torso each. */
    boolean separateTorsos(MlpConfig config) {
        return this == ACTOR_CRITIC && !config.sharedTorso();
    }
}
