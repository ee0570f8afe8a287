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
 * Makes two runs again, recording both, and finds their first difference. A run that is not deterministic need not
 * part at the same place twice: the recordings begin with the run where they fit, later attempts go on to its end,
 * and what is not found in {@link #ATTEMPTS} of them is told as such. One thread.
 */
public final class Localizer {
    /** How often a pair is made again. */
    public static final int ATTEMPTS = 3;
    /** Of one recording; there are two at a time. */
    private static final long MAX_BYTES = 1L << 30;
    /** Intervals beyond the one where the runs parted first. */
    private static final long MARGIN = 4;

    private final Repetitions repetitions;
    private final Path folder;
    private final long maxBytes;

    /** @param folder for the recordings, 1 GB each at most; deleted afterwards */
    public Localizer(Repetitions repetitions, Path folder) {
        this(repetitions, folder, MAX_BYTES);
    }

    Localizer(Repetitions repetitions, Path folder, long maxBytes) {
        this.repetitions = repetitions;
        this.folder = folder;
        this.maxBytes = maxBytes;
    }

    /**
     * Finds where {@code other} parts from {@code reference}.
     *
     * @param known    the reference's digests, as made before
     * @param interval where the two parted before
     */
    Localization localize(PerturbedRun reference, Chain known, PerturbedRun other, long interval)
            throws RepetitionFailedException, InterruptedException, IOException {
        Recording here = new Recording(folder.resolve("reference.rec"), 0, maxBytes);
        Recording there = new Recording(folder.resolve("other.rec"), 0, maxBytes);
        try {
            return localize(new Pair(reference, here, other, there), known, interval);
        } finally {
            Files.deleteIfExists(here.file());
            Files.deleteIfExists(there.file());
        }
    }

    private record Pair(PerturbedRun reference, Recording here, PerturbedRun other, Recording there) {

        Pair upTo(long last) {
            return new Pair(
                    reference,
                    new Recording(here.file(), last, here.maxBytes()),
                    other,
                    new Recording(there.file(), last, there.maxBytes()));
        }

        Pair ofTheReferenceAlone() {
            return new Pair(reference, here, reference, there);
        }
    }

    private Localization localize(Pair runs, Chain known, long interval)
            throws RepetitionFailedException, InterruptedException, IOException {
        Pair pair = runs;
        long last = interval + MARGIN;
        long bytes = 0;
        boolean repeatable = true;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            pair = pair.upTo(last);
            Chain here = repetitions.run(pair.reference(), pair.here());
            if (here.firstDifference(known, here.digests().size()) != Chain.NONE) {
                repeatable = false;
                pair = pair.ofTheReferenceAlone();
            }
            Chain there = repetitions.run(pair.other(), pair.there());
            bytes = Math.max(bytes, Files.size(pair.here().file()));
            long parted = here.firstDifference(
                    there, Math.min(here.digests().size(), there.digests().size()));
            Optional<Difference> found = parted == Chain.NONE ? Optional.empty() : difference(pair, parted);
            if (found.isPresent()) {
                return new Localization(repeatable, attempt, found, bytes);
            }
            last = parted == Chain.NONE ? pair.reference().config().intervals() : parted;
        }
        return new Localization(repeatable, ATTEMPTS, Optional.empty(), bytes);
    }

    /** Empty where a recording begins after {@code interval}. */
    private static Optional<Difference> difference(Pair pair, long interval) throws IOException {
        RunConfig config = pair.reference().config();
        BankShape shape = config.ask(made -> config.bankShape(made.spec()));
        RecordedInterval here = find(pair.here().file(), interval, shape);
        RecordedInterval there = find(pair.there().file(), interval, shape);
        return here == null || there == null ? Optional.empty() : FirstDifference.of(here, there, config);
    }

    private static RecordedInterval find(Path file, long interval, BankShape shape) throws IOException {
        StorageBank bank = new StorageBank(shape);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            RecordedInterval next = RecordingFile.read(in, bank);
            while (next != null && next.interval() < interval) {
                next = RecordingFile.read(in, bank);
            }
            return next != null && next.interval() == interval ? next : null;
        }
    }
}
