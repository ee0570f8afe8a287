package io.htsrl.determinism.verify;

import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.BankDifference;
import io.htsrl.storage.BankDifference.Value;
import io.htsrl.trainer.config.RunConfig;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the first difference of one interval in the order of cause and effect: step by step and environment by
 * environment the observation, the policy's output, the action and its outcome, in the bank's order; then the
 * parameters and the learner's state. Parameters come last, since those of an interval were learnt from the bank
 * before. One thread, one pair.
 */
public record FirstDifference(RecordedInterval reference, RecordedInterval other, RunConfig config) {

    /** Returns the first difference; empty where all bits are equal. */
    public static Optional<Difference> of(RecordedInterval reference, RecordedInterval other, RunConfig config) {
        FirstDifference search = new FirstDifference(reference, other, config);
        return search.bank().or(search::parameters).or(search::learner);
    }

    private Optional<Difference> bank() {
        return reference.bank() == null
                ? Optional.empty()
                : reference.bank().firstDifference(other.bank()).map(this::difference);
    }

    private Difference difference(BankDifference found) {
        Field field = Field.of(found);
        String name = field == Field.CARRIED_FRAME ? "frame[" + found.step() + "]" : found.field();
        return new Difference(
                reference.interval(),
                Math.max(-1, found.step()),
                found.environment(),
                field,
                found.element() == BankDifference.NONE ? name : name + "[" + found.element() + "]",
                found.reference(),
                found.other(),
                found.ulps());
    }

    private Optional<Difference> parameters() {
        float[] here = reference.parameters();
        float[] there = other.parameters();
        for (int i = 0; i < here.length; i++) {
            if (Float.floatToRawIntBits(here[i]) != Float.floatToRawIntBits(there[i])) {
                return Optional.of(Difference.between(
                        reference.interval(), -1, -1, Field.PARAMETER, parameter(i), here[i], there[i]));
            }
        }
        return Optional.empty();
    }

    /** Returns the name of an element of the parameters, such as {@code policy.0.weight[3][17]}. */
    private String parameter(int index) {
        for (Tensor tensor : config.tensors()) {
            int columns = tensor.shape().get(tensor.shape().size() - 1);
            int element = index - tensor.offset();
            if (element >= 0 && element < tensor.size()) {
                return tensor.name() + (tensor.shape().size() == 1 ? "" : "[" + element / columns + "]") + "["
                        + element % columns + "]";
            }
        }
        return "parameter[" + index + "]";
    }

    private Optional<Difference> learner() {
        Map<String, String> there = other.learner();
        return reference.learner().entrySet().stream()
                .filter(part -> !part.getValue().equals(there.get(part.getKey())))
                .findFirst()
                .map(part -> new Difference(
                        reference.interval(),
                        -1,
                        -1,
                        Field.LEARNER,
                        part.getKey(),
                        hash(part.getValue()),
                        hash(there.getOrDefault(part.getKey(), "")),
                        -1));
    }

    private static Value hash(String hex) {
        return new Value("hash", "0x" + hex);
    }
}
