package io.htsrl.determinism.interleaving;

import java.util.Arrays;

/** A depth-first walk over all sequences of choices: made anew from the start each time, each time another one. */
final class Choices {
    private int[] taken = new int[64];
    private int[] options = new int[64];
    private int size;
    private int depth;

    /** One of {@code count}: as in the last walk up to where this one turns off, the first from there on. */
    int next(int count) {
        if (depth == size) {
            if (size == taken.length) {
                taken = Arrays.copyOf(taken, size * 2);
                options = Arrays.copyOf(options, size * 2);
            }
            taken[size] = 0;
            options[size] = count;
            size++;
        } else if (options[depth] != count) {
            throw new IllegalStateException("choice " + depth + " is among " + count + ", and was among "
                    + options[depth] + " before: what is explored is not a function of the choices");
        }
        return taken[depth++];
    }

    /** Goes back to the start; false when every sequence has been walked. */
    boolean advance() {
        depth = 0;
        while (size > 0 && taken[size - 1] + 1 == options[size - 1]) {
            size--;
        }
        if (size > 0) {
            taken[size - 1]++;
        }
        return size > 0;
    }
}
