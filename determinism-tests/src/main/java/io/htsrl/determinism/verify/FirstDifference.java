package io.htsrl.determinism.verify;

import io.htsrl.determinism.verify.Difference.Value;
import io.htsrl.determinism.verify.RecordedInterval.Extents;
import io.htsrl.trainer.RunConfig;
import java.util.Optional;

/**
 * Finds the first difference of one interval in the order of cause and effect: step by step and environment by
 * environment what was seen, what the policy gave for it, what was done and what came of it; then what was learnt.
 * Parameters come last, since those of an interval were learnt from the bank before. One thread, one pair.
 */
final class FirstDifference {
    private static final String[] ENDINGS = {"none", "terminated", "truncated", "both"};
    private static final int ENDED = 3;
    private static final int CONTINUES = 4;

    private final RecordedInterval reference;
    private final RecordedInterval other;
    private final RunConfig config;

    private FirstDifference(RecordedInterval reference, RecordedInterval other, RunConfig config) {
        this.reference = reference;
        this.other = other;
        this.config = config;
    }

    /** The first difference; empty where all bits are equal. */
    static Optional<Difference> of(RecordedInterval reference, RecordedInterval other, RunConfig config) {
        FirstDifference search = new FirstDifference(reference, other, config);
        return search.bank().or(search::parameters).or(search::learner);
    }

    private Optional<Difference> bank() {
        Extents shape = reference.shape();
        if (shape == null) {
            return Optional.empty();
        }
        for (int step = 1 - shape.frameStack(); step <= shape.steps(); step++) {
            for (int environment = 0; environment < shape.environments(); environment++) {
                Optional<Difference> found = step < 0 ? carried(-step, environment) : step(step, environment);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return finals();
    }

    private Optional<Difference> step(int step, int environment) {
        Optional<Difference> seen = row(Field.OBSERVATION, "observation", step, environment, frame(step),
                reference.observations(), other.observations(), reference.shape().observation())
                .or(() -> depth(step, environment));
        return seen.isPresent() || step == reference.shape().steps() ? seen : acted(step, environment);
    }

    private Optional<Difference> acted(int step, int environment) {
        return row(Field.OUTPUT, "output", step, environment, reference.outputs(), other.outputs(),
                reference.shape().output())
                .or(() -> row(Field.ACTION, "action", step, environment, reference.actions(), other.actions(),
                        reference.shape().action()))
                .or(() -> row(Field.REWARD, "reward", step, environment, reference.rewards(), other.rewards(), 1))
                .or(() -> row(Field.SCORE, "score", step, environment, reference.scores(), other.scores(), 1))
                .or(() -> ending(step, environment));
    }

    /** A frame that stacks of the first steps reach back to. */
    private Optional<Difference> carried(int back, int environment) {
        return row(Field.CARRIED_FRAME, "frame[-" + back + "]", -1, environment, frame(-back),
                reference.observations(), other.observations(), reference.shape().observation());
    }

    /** Which row of the observations holds the frame before {@code step}. */
    private int frame(int step) {
        return reference.shape().frameStack() - 1 + step;
    }

    private Optional<Difference> row(
            Field field, String name, int step, int environment, float[] here, float[] there, int width) {
        return row(field, name, step, environment, step, here, there, width);
    }

    /** Nothing where a bank has no such field. */
    private Optional<Difference> row(Field field, String name, int step, int environment, int row, float[] here,
            float[] there, int width) {
        int offset = (row * reference.shape().environments() + environment) * width;
        for (int i = 0; i < (here.length == 0 ? 0 : width); i++) {
            if (differ(here[offset + i], there[offset + i])) {
                return Optional.of(Difference.between(reference.interval(), step, environment, field,
                        width == 1 ? name : name + "[" + i + "]", here[offset + i], there[offset + i]));
            }
        }
        return Optional.empty();
    }

    private Optional<Difference> depth(int step, int environment) {
        int row = step * reference.shape().environments() + environment;
        if (reference.depths().length == 0 || reference.depths()[row] == other.depths()[row]) {
            return Optional.empty();
        }
        return Optional.of(new Difference(reference.interval(), step, environment, Field.STACK_DEPTH, "depth",
                frames(reference.depths()[row]), frames(other.depths()[row]), -1));
    }

    private static Value frames(byte depth) {
        return new Value(String.valueOf(depth), String.format("0x%02x", depth));
    }

    private static boolean differ(float here, float there) {
        return Float.floatToRawIntBits(here) != Float.floatToRawIntBits(there);
    }

    private Optional<Difference> ending(int step, int environment) {
        int row = step * reference.shape().environments() + environment;
        byte here = reference.endings()[row];
        byte there = other.endings()[row];
        if (here == there) {
            return Optional.empty();
        }
        boolean life = (here & ENDED) == (there & ENDED);
        return Optional.of(new Difference(reference.interval(), step, environment,
                life ? Field.LIFE_LOSS : Field.ENDING, life ? "continues" : "ending", ending(here), ending(there), -1));
    }

    private static Value ending(byte code) {
        return new Value(ENDINGS[code & ENDED] + ((code & CONTINUES) == 0 ? "" : ", the game goes on"),
                String.format("0x%02x", code));
    }

    /** Which episodes were cut off, and what they ended with. */
    private Optional<Difference> finals() {
        for (int environment = 0; environment < reference.finals().length; environment++) {
            int count = reference.finals()[environment].length;
            if (count != other.finals()[environment].length) {
                return Optional.of(Difference.between(reference.interval(), -1, environment, Field.FINAL_OBSERVATION,
                        "finals", count, other.finals()[environment].length));
            }
            for (int index = 0; index < count; index++) {
                float[] here = reference.finals()[environment][index];
                float[] there = other.finals()[environment][index];
                if (differ(here[0], there[0])) {
                    return Optional.of(Difference.between(reference.interval(), (int) here[0], environment,
                            Field.FINAL_OBSERVATION, "final.step", here[0], there[0]));
                }
                for (int i = 1; i < here.length; i++) {
                    if (differ(here[i], there[i])) {
                        return Optional.of(Difference.between(reference.interval(), (int) here[0], environment,
                                Field.FINAL_OBSERVATION, "final[" + (i - 1) + "]", here[i], there[i]));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Difference> parameters() {
        float[] here = reference.parameters();
        float[] there = other.parameters();
        for (int i = 0; i < here.length; i++) {
            if (differ(here[i], there[i])) {
                return Optional.of(Difference.between(reference.interval(), -1, -1, Field.PARAMETER,
                        ParameterNames.of(config, i), here[i], there[i]));
            }
        }
        return Optional.empty();
    }

    private Optional<Difference> learner() {
        long[] here = reference.learner();
        long[] there = other.learner();
        return here[0] == there[0] && here[1] == there[1] ? Optional.empty()
                : Optional.of(new Difference(reference.interval(), -1, -1, Field.LEARNER, "learner",
                        hash(here), hash(there), -1));
    }

    private static Value hash(long[] words) {
        return new Value("hash", String.format("0x%016x%016x", words[1], words[0]));
    }
}
