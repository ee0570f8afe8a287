package io.htsrl.learners.offpolicy;

import java.util.Arrays;
import java.util.Map;

/** Figures of an interval's updates, each a mean over those that tell it; NaN where none does. One thread. */
public final class Averages {
    private final String[] names;
    private final double[] sums;
    private final long[] counts;

    /** @param names of the figures, in their order */
    public Averages(String... names) {
        this.names = names.clone();
        this.sums = new double[names.length];
        this.counts = new long[names.length];
    }

    /** Forgets all. */
    public void clear() {
        Arrays.fill(sums, 0);
        Arrays.fill(counts, 0);
    }

    /** @param figure the place of its name */
    public void add(int figure, double value) {
        sums[figure] += value;
        counts[figure]++;
    }

    public void addTo(Map<String, Double> figures) {
        for (int i = 0; i < names.length; i++) {
            figures.put(names[i], counts[i] == 0 ? Double.NaN : sums[i] / counts[i]);
        }
    }
}
