package io.htsrl.cli.rundir;

import io.htsrl.cli.rundir.files.LineFile;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.EvaluationRecord;
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
    private LineFile.Mark saved = LineFile.Mark.NONE;

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

    /** How the file is; what is buffered goes out first. */
    @Override
    public void save(DataOutput out) throws IOException {
        saved = file == null ? LineFile.Mark.NONE : file.mark();
        saved.save(out);
    }

    /** Drops what was written behind that, and counts what is left. Before the first evaluation. */
    @Override
    public void restore(DataInput in) throws IOException {
        restoreMark(in);
        Files.deleteIfExists(folder.resolve(ModelFile.BEST)); // perhaps of a later one: the evaluator tells it anew
        Path path = folder.resolve(EvaluationsFile.NAME);
        if (saved.length() == 0) {
            Files.deleteIfExists(path);
            return;
        }
        file = LineFile.existing(path);
        file.goBackTo(saved);
        EvaluationsFile.read(folder).forEach(tally::add);
    }

    /** As {@link #save} did last: for {@link #verify}, before anything is restored. */
    void saveMark(DataOutput out) throws IOException {
        saved.save(out);
    }

    void restoreMark(DataInput in) throws IOException {
        saved = LineFile.Mark.read(in);
    }

    /** @throws IOException when the file is not what it was at the mark; nothing is changed */
    void verify() throws IOException {
        if (saved.length() > 0) {
            try (LineFile opened = LineFile.existing(folder.resolve(EvaluationsFile.NAME))) {
                opened.verify(saved);
            }
        }
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
