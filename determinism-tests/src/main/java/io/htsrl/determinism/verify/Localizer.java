package io.htsrl.determinism.verify;

import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Repeats two runs, recording both, and finds their first difference. A run that is not deterministic may differ at
 * another place each time: recordings begin with the run where they fit, later attempts record it to its end, and a
 * difference that {@link #ATTEMPTS} of them do not show is reported as not found. One thread.
 */
public final class Localizer {
    /** Most repetitions of a pair. */
    public static final int ATTEMPTS = 3;
    /** Most bytes of one recording; two exist at a time. */
    public static final long MAX_BYTES = 1L << 30;
    /** Number of recorded intervals after the one that differed first. */
    private static final long MARGIN = 4;

    private final Repetitions repetitions;
    private final Path here;
    private final Path there;
    private final long maxBytes;

    /** @param folder for the recordings, 1 GB each at most; deleted afterwards */
    public Localizer(Repetitions repetitions, Path folder) {
        this(repetitions, folder, MAX_BYTES);
    }

    Localizer(Repetitions repetitions, Path folder, long maxBytes) {
        this.repetitions = repetitions;
        this.here = folder.resolve("reference.rec");
        this.there = folder.resolve("other.rec");
        this.maxBytes = maxBytes;
    }

    /**
     * Finds the first difference between {@code other} and {@code reference}.
     *
     * @param known the reference's digests from its earlier run
     * @param interval the first interval that differed before
     */
    Localization localize(PerturbedRun reference, Chain known, PerturbedRun other, long interval)
            throws Repetitions.RepetitionFailedException, InterruptedException, IOException {
        try {
            return search(reference, known, other, interval);
        } finally {
            Files.deleteIfExists(here);
            Files.deleteIfExists(there);
        }
    }

    private Localization search(PerturbedRun reference, Chain known, PerturbedRun other, long interval)
            throws Repetitions.RepetitionFailedException, InterruptedException, IOException {
        long last = interval + MARGIN;
        long bytes = 0;
        boolean repeatable = true;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Chain first = repetitions.run(reference, new Repetitions.Recording(here, last, maxBytes));
            repeatable &= first.firstDifference(known, first.digests().size()) == Chain.NONE;
            PerturbedRun compared = repeatable ? other : reference;
            Chain second = repetitions.run(compared, new Repetitions.Recording(there, last, maxBytes));
            bytes = Math.max(bytes, Files.size(here));
            long parted = first.firstDifference(
                    second, Math.min(first.digests().size(), second.digests().size()));
            Optional<Difference> found =
                    parted == Chain.NONE ? Optional.empty() : difference(reference.config(), parted, here, there);
            if (found.isPresent()) {
                return new Localization(repeatable, attempt, found, bytes);
            }
            last = parted == Chain.NONE ? reference.config().intervals() : parted;
        }
        return new Localization(repeatable, ATTEMPTS, Optional.empty(), bytes);
    }

    /**
     * Returns the first difference between two recordings of an interval; empty where one begins after it.
     *
     * @throws IOException also where one is of a build with another form
     */
    public static Optional<Difference> difference(RunConfig config, long interval, Path here, Path there)
            throws IOException {
        BankShape shape = config.ask(made -> config.bankShape(made.spec()));
        RecordedInterval reference = find(here, interval, shape);
        RecordedInterval other = find(there, interval, shape);
        return reference == null || other == null ? Optional.empty() : FirstDifference.of(reference, other, config);
    }

    private static RecordedInterval find(Path file, long interval, BankShape shape) throws IOException {
        StorageBank bank = new StorageBank(shape);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            RecordedInterval next = RecordedInterval.read(in, bank);
            while (next != null && next.interval() < interval) {
                next = RecordedInterval.read(in, bank);
            }
            return next != null && next.interval() == interval ? next : null;
        }
    }

    /**
     * Location of the first difference between two runs. Immutable.
     *
     * @param repeatable whether the reference gave its own digests again; if not, the difference is between two runs of
     *     the reference itself
     * @param attempts number of times that both were run again
     * @param difference the first bits that differ; empty where the repeated runs were equal
     * @param recordedBytes length of the longest file needed
     */
    public record Localization(boolean repeatable, int attempts, Optional<Difference> difference, long recordedBytes) {}
}
