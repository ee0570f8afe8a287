package io.htsrl.policies.network;

/**
 * Heads of a network, which define its output rows. Actions are chosen by the first head; its {@link FirstHead outputs}
 * are those of the run's action head: one for each discrete action, for example. All but {@link #ACTOR_CRITIC} have
 * exactly one torso, whatever the network says: as in the literature.
 */
public enum Heads {

    /** Policy head and value head, on one torso or separate ones. Rows are {@code [logits | value]}. */
    ACTOR_CRITIC("policy.head", 0.01, true),

    /** Only a policy head: other networks compute the values. The actions' head reads the rows. */
    ACTOR("policy.head", 0.01, false),

    /** Only a head of action values. Rows are {@code [q_0 .. q_(m-1)]} (Mnih et al. 2015). */
    Q("q.head", 1, false),

    /**
     * Advantage head and value head on one torso. Rows are {@code [advantages | value]}, raw: the combination {@code Q
     * = V + A - mean(A)} (Wang et al. 2016, arXiv:1511.06581, Eq. 9) is computed by the reader of the row.
     */
    DUELING("advantage.head", 1, true),

    /**
     * Only a head of atoms of the action values' distributions, and of the state's if they are dueling. The actions'
     * head reads the rows.
     */
    ATOMS("atoms.head", 1, false),

    /** Only the value head of an actor-critic whose policy is a network beside it. */
    VALUE("value.head", 1, false),

    /** Only the layer that computes the gates of a memory, whose own heads follow it. */
    MEMORY("memory.input", 1, false),

    /** Only the layer of features that an implicit quantile network multiplies with embedded fractions. */
    FEATURES("quantile.features", Math.sqrt(2), false);

    /** Name of the layer of a first head's repeated outputs. */
    static final String REPEATED = "policy.units";

    /** Name of the tensor of a first head's free outputs. */
    static final String FREE = "policy.log_std";

    private final String firstHead;
    private final double firstGain;
    private final boolean valueHead;

    Heads(String firstHead, double firstGain, boolean valueHead) {
        this.firstHead = firstHead;
        this.firstGain = firstGain;
        this.valueHead = valueHead;
    }

    /** Returns the name of the first head's layer. */
    String firstHead() {
        return firstHead;
    }

    /** Returns the gain of the first head's initial weights. */
    double firstGain() {
        return firstGain;
    }

    /** Returns whether a value head follows the first one. */
    public boolean hasValueHead() {
        return valueHead;
    }

    /** Returns the floats in an output row of a network whose first head has {@code outputs} outputs. */
    public int outputWidth(int outputs) {
        return valueHead ? outputs + 1 : outputs;
    }

    /** Returns whether value and policy have separate torsos, for a network that shares its torso or not. */
    public boolean separateTorsos(boolean sharedTorso) {
        return this == ACTOR_CRITIC && !sharedTorso;
    }
}
