package io.htsrl.determinism.verify;

import io.htsrl.storage.BankDifference;

/**
 * Kinds of values that can differ between two runs, in the order of cause and effect within a step, each with a hint
 * where to look.
 */
public enum Field {
    CARRIED_FRAME(
            "frame carried over from the interval before",
            "that interval is equal, so what stacks reach back to "
                    + "was not carried over whole: look at the swap, or at a restored state"),
    OBSERVATION(
            "observation",
            "all before it is equal, so the environment is not a function of its seed and actions: "
                    + "look for a clock, an unseeded generator, or state that replicas share"),
    MASK(
            "mask of allowed actions",
            "the observation is equal, so the environment's mask is not a function of its seed and actions"),
    STACK_DEPTH(
            "depth of the stack",
            "frames and endings before it are equal, so how far the stack reaches back is "
                    + "not a function of where its episode began: look at resets, or at a restored state"),
    OUTPUT(
            "policy output",
            "the observation is equal, so the acting forward is not row-stable: a row depends on its "
                    + "batch, its position, the thread or the time"),
    ACTION(
            "action",
            "the policy output is equal, so the choice of actions is not a function of output row and "
                    + "step: look for a generator that environments or threads share"),
    REWARD("reward", "observation and action are equal, so the environment is not a function of its seed and actions"),
    SCORE(
            "raw reward",
            "observation, action and reward are equal, so the environment is not a function of its seed "
                    + "and actions: look at the raw reward that it reports"),
    ENDING("ending", "observation and action are equal, so the environment is not a function of its seed and actions"),
    LIFE_LOSS(
            "life loss",
            "reward and ending are equal, so the environment is not a function of its seed and "
                    + "actions: look at how it tells a lost life from the game's end"),
    FINAL_OBSERVATION(
            "last observation of a truncated episode",
            "all steps are equal, so the environment is not a " + "function of its seed and actions"),
    OTHER(
            "another field of the bank",
            "all before it is equal, so the code that writes this field depends on something else: "
                    + "look for a clock, an unseeded generator, timing, or state that environments or threads share"),
    PARAMETER(
            "parameter",
            "all steps so far are equal, so the learner is not a function of its data: look for sums "
                    + "whose order depends on threads, and for a native library that ran with another number of them"),
    LEARNER(
            "learner's state",
            "steps and parameters are equal, so the learner's further state is not a function of "
                    + "its data: for a replay memory, what is drawn, or its priorities; for targets, how far they follow");

    private final String words;
    private final String hint;

    Field(String words, String hint) {
        this.words = words;
        this.hint = hint;
    }

    /** Returns the kind of a bank's field; {@link #OTHER} where only its name is known. */
    static Field of(BankDifference found) {
        return switch (found.field()) {
            case "observation" -> found.step() < 0 ? CARRIED_FRAME : OBSERVATION;
            case "mask" -> MASK;
            case "depth" -> STACK_DEPTH;
            case "output" -> OUTPUT;
            case "action" -> ACTION;
            case "reward" -> REWARD;
            case "score" -> SCORE;
            case "ending" -> ENDING;
            case "continues" -> LIFE_LOSS;
            case "final", "final.step", "finals" -> FINAL_OBSERVATION;
            default -> OTHER;
        };
    }

    /** Returns the kind in words. */
    public String words() {
        return words;
    }

    /** Returns the meaning of this kind as the first difference. */
    public String hint() {
        return hint;
    }
}
