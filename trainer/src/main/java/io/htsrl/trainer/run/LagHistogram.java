package io.htsrl.trainer.run;

import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** How many rollouts were learnt from at which lag. One thread. */
final class LagHistogram implements Stateful {
    private final TreeMap<Integer, Long> counts = new TreeMap<>();

    void add(int lag, long rollouts) {
        counts.merge(lag, rollouts, Long::sum);
    }

    /** Least lag; -1 where nothing was learnt. */
    int least() {
        return counts.isEmpty() ? -1 : counts.firstKey();
    }

    /** Greatest lag; -1 where nothing was learnt. */
    int greatest() {
        return counts.isEmpty() ? -1 : counts.lastKey();
    }

    /** Rollouts by lag, in rising order. */
    Map<Integer, Long> counts() {
        return new TreeMap<>(counts);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeInt(counts.size());
        for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
            out.writeInt(entry.getKey());
            out.writeLong(entry.getValue());
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        counts.clear();
        for (int left = in.readInt(); left > 0; left--) {
            int lag = in.readInt();
            counts.put(lag, in.readLong());
        }
    }
}
