package io.htsrl.determinism.verify;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.checkpoints.ParameterTensors;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Compares a run with a recorded one's checkpoints, each at the interval after which it was taken, until one differs:
 * the bank and the parameters, value by value. A checkpoint that cannot be read is left out, with a warning. On the
 * learner's thread; read after the run.
 */
public final class RecordedCheckpoints implements IntervalObserver {
    /** Name of the bank's part of a checkpoint. */
    private static final String BANK = "bank";

    private final RunConfig config;
    private final NavigableMap<Long, Path> files = new TreeMap<>(); // by the last interval before it
    private final BankShape shape; // null without checkpoints
    private final List<String> warnings = new ArrayList<>();
    private Difference difference;

    /** Lists the checkpoints; opens none. */
    public RecordedCheckpoints(CheckpointFolder recorded, RunConfig config) {
        this.config = config;
        recorded.list().forEach(file -> files.put(CheckpointFolder.interval(file) - 1, file));
        this.shape = files.isEmpty() ? null : config.ask(made -> config.bankShape(made.spec()));
    }

    @Override
    public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        Path file = files.get(interval);
        if (file == null || difference != null) {
            return;
        }
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            RecordedInterval here = new RecordedInterval(interval, bank, parameters, Map.of());
            difference = FirstDifference.of(recorded(interval, checkpoint), here, config)
                    .orElse(null);
        } catch (CheckpointException e) {
            files.remove(interval);
            warnings.add(e.getMessage());
        }
    }

    /** Returns what a checkpoint has of an interval; the learner's further state is there in another form. */
    private RecordedInterval recorded(long interval, CheckpointFile checkpoint) {
        StorageBank bank = new StorageBank(shape);
        checkpoint.restore(BANK, bank.layout(), bank::restore);
        float[] parameters = ParameterTensors.read(checkpoint, "", config.tensors());
        return new RecordedInterval(interval, bank, parameters, Map.of());
    }

    /** Returns the first interval from {@code interval} on after which there is a checkpoint; empty if there is none. */
    public Optional<Long> next(long interval) {
        return Optional.ofNullable(files.ceilingKey(interval));
    }

    /** Returns whether the bank and the parameters of an interval that was reached are those of a checkpoint. */
    public boolean equal(long interval) {
        return files.containsKey(interval) && (difference == null || difference.interval() > interval);
    }

    /** Returns the first difference between the run and the first checkpoint that differs. */
    public Optional<Difference> difference() {
        return Optional.ofNullable(difference);
    }

    /** Returns why checkpoints were left out. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }
}
