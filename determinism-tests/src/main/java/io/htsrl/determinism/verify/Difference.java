package io.htsrl.determinism.verify;

import io.htsrl.storage.BankDifference;
import io.htsrl.storage.BankDifference.Value;

/**
 * First difference between the bits of two runs. Immutable.
 *
 * @param interval k
 * @param step within the interval; -1 where the field belongs to no step
 * @param environment which replica; -1 where the field belongs to none
 * @param field kind of the value that differs
 * @param name name with its element, such as {@code output[1]} or {@code policy.0.weight[3][17]}
 * @param reference value and bits in the reference
 * @param other value and bits in the other run
 * @param ulps number of floats between them; -1 where they are no numbers
 */
public record Difference(
        long interval, int step, int environment, Field field, String name, Value reference, Value other, long ulps) {

    static Difference between(
            long interval, int step, int environment, Field field, String name, float reference, float other) {
        return new Difference(
                interval,
                step,
                environment,
                field,
                name,
                Value.of(reference),
                Value.of(other),
                BankDifference.ulps(reference, other));
    }

    /**
     * Returns a text such as {@code interval 3, step 17, environment 5, field output[1] (policy output): 0.1 (0x..)
     * against ...}.
     */
    @Override
    public String toString() {
        return "interval " + interval + (step < 0 ? "" : ", step " + step)
                + (environment < 0 ? "" : ", environment " + environment) + ", field " + name + " (" + field.words()
                + "): " + reference + " against " + other + (ulps < 0 ? "" : ", " + ulps + " ulp");
    }
}
