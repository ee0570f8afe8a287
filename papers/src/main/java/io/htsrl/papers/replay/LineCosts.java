package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.replay.Contest.Outcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;

/**
 * Costs of a cache line by the size of its memory: a load that overlaps other loads, and an atomic addition. Measured
 * at powers of four and interpolated. Immutable.
 */
final class LineCosts {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int LEAST = 1 << 12;
    private static final int SIZES = 7; // up to 16 MB
    private static final int AT_ONCE = 1024;
    private static final int LINE = 64 / Long.BYTES;

    /** Number of neighbouring lines that are read together. */
    private static final int RUN = 8;

    private final double[] reads;
    private final double[] further;
    private final double[] adds;

    /**
     * Creates costs in nanoseconds by size of the memory.
     *
     * @param reads load of a line
     * @param further load of the next line, which the processor prefetches
     * @param adds atomic addition to a line
     */
    LineCosts(double[] reads, double[] further, double[] adds) {
        this.reads = reads.clone();
        this.further = further.clone();
        this.adds = adds.clone();
    }

    /** Measures the costs of this machine. */
    static LineCosts measure(int rounds, double seconds) throws InterruptedException {
        RandomStream stream = RandomStream.root(1).spawn("line-costs");
        Contest contest = new Contest();
        for (int size = 0; size < SIZES; size++) {
            long[] words = new long[bytes(size) / Long.BYTES];
            contest.add("read " + size, List.of(reads(words, stream, 1)));
            contest.add("run " + size, List.of(reads(words, stream, RUN)));
            contest.add("add " + size, List.of(adds(words, stream)));
        }
        Map<String, Outcome> outcomes = contest.run(rounds, seconds);
        double[] reads = new double[SIZES];
        double[] further = new double[SIZES];
        double[] adds = new double[SIZES];
        for (int size = 0; size < SIZES; size++) {
            reads[size] = outcomes.get("read " + size).nanos();
            double run = RUN * outcomes.get("run " + size).nanos();
            further[size] = Math.max(0, (run - reads[size]) / (RUN - 1));
            adds[size] = outcomes.get("add " + size).nanos();
        }
        return new LineCosts(reads, further, adds);
    }

    private static int bytes(int size) {
        return LEAST << 2 * size;
    }

    private static Worker reads(long[] words, RandomStream stream, int together) {
        int mask = words.length - together * LINE;
        long[] kept = new long[1]; // or the loads would be optimised away
        return time -> {
            RandomStream places = stream.spawn(time);
            long sum = 0;
            for (int i = 0; i < AT_ONCE; i += together) {
                int place = (int) places.bits(i) & mask;
                for (int line = 0; line < together; line++) {
                    sum += words[place + line * LINE];
                }
            }
            kept[0] += sum;
            return AT_ONCE;
        };
    }

    private static Worker adds(long[] words, RandomStream stream) {
        int mask = words.length - LINE;
        return time -> {
            RandomStream places = stream.spawn(time);
            for (int i = 0; i < AT_ONCE; i++) {
                long ignored = (long) LONGS.getAndAdd(words, (int) places.bits(i) & mask, 1L);
            }
            return AT_ONCE;
        };
    }

    /** Returns the extra nanoseconds of loading neighbouring lines in a memory of that size, against a small one. */
    double read(long bytes, int lines) {
        double first = Math.max(0, at(reads, bytes) - reads[0]);
        return first + (lines - 1) * Math.max(0, at(further, bytes) - further[0]);
    }

    /** Returns the extra nanoseconds of an addition in a memory of that size, against a small one. */
    double add(long bytes) {
        return Math.max(0, at(adds, bytes) - adds[0]);
    }

    /** Returns the nanoseconds of an addition to a line in the nearest cache. */
    double nearAdd() {
        return adds[0];
    }

    private static double at(double[] nanos, long bytes) {
        double place = StrictMath.log((double) bytes / LEAST) / StrictMath.log(4);
        if (place <= 0) {
            return nanos[0];
        }
        int below = Math.min((int) place, nanos.length - 2);
        double part = Math.min(1, place - below);
        return nanos[below] + part * (nanos[below + 1] - nanos[below]);
    }

    /** Returns a table of all costs. */
    MarkdownTable table() {
        MarkdownTable table =
                new MarkdownTable("bytes", "load of a line, ns", "of one behind it, ns", "atomic addition, ns");
        for (int size = 0; size < reads.length; size++) {
            table.row(bytes(size), reads[size], further[size], adds[size]);
        }
        return table;
    }
}
