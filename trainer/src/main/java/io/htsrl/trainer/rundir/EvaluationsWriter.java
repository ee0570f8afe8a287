package io.htsrl.trainer.rundir;

import io.htsrl.core.Stateful;
import io.htsrl.trainer.EvaluationRecord;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code evaluations.csv} as it is written; there is one from the first evaluation on. Guarded by its owner's lock. */
final class EvaluationsWriter implements Stateful, Closeable {
    private final Path folder;
    private final RunTally tally;
    private final StringBuilder line = new StringBuilder(96);
    private volatile LineFile file; // volatile for force

    EvaluationsWriter(Path folder, RunTally tally) {
        this.folder = folder;
        this.tally = tally;
    }

    void write(EvaluationRecord evaluation) {
        if (file == null) {
            file = LineFile.create(folder.resolve(EvaluationsFile.NAME));
            file.write(EvaluationsFile.HEADER);
        }
        tally.add(evaluation);
        for (int episode = 0; episode < evaluation.episodes().size(); episode++) {
            file.write(EvaluationsFile.line(line, evaluation, episode));
        }
    }

    void flush() {
        if (file != null) {
            file.flush();
        }
    }

    /** How long the file is; what is buffered goes out first. */
    @Override
    public void save(DataOutput out) throws IOException {
        flush();
        out.writeLong(file == null ? 0 : file.position());
    }

    /** Drops what was written behind that length, and counts what is left. Before the first evaluation. */
    @Override
    public void restore(DataInput in) throws IOException {
        long length = in.readLong();
        Path path = folder.resolve(EvaluationsFile.NAME);
        if (length == 0) {
            Files.deleteIfExists(path);
            return;
        }
        file = LineFile.append(path);
        file.truncate(length);
        EvaluationsFile.read(folder).forEach(tally::add);
    }

    /** Brings what was flushed onto the disk. Any thread. */
    void force() throws IOException {
        LineFile opened = file;
        if (opened != null) {
            opened.force();
        }
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }
}
