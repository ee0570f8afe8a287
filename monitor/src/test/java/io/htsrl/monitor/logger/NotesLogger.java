package io.htsrl.monitor.logger;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A user's logger in one class: notes what it hears in {@code notes.txt} of the run directory. */
public final class NotesLogger implements RunLogger, RunLog {
    static final String FILE = "notes.txt";

    private Writer out;
    private String failAt;

    /** Its settings. */
    @SettingGroup("Output")
    public record Notes(
            @Setting(defaultValue = "false", decidesBits = false, onResume = true, help = "Takes notes.")
            boolean notes,

            @Setting(defaultValue = "never", decidesBits = false, onResume = true, help = "Fails at this note.")
            String notesFailAt,

            @Setting(defaultValue = "1", range = "[1, inf)", decidesBits = false, onResume = true, help = "Width.")
            int notesWidth) {}

    @Override
    public String name() {
        return "notes";
    }

    @Override
    public Class<? extends Record> settings() {
        return Notes.class;
    }

    @Override
    public boolean isWanted(Record own) {
        return ((Notes) own).notes();
    }

    @Override
    public void check(Record own, Violations violations) {
        Notes notes = (Notes) own;
        violations.check(
                notes.notesWidth() != 13, "--notes-width", notes.notesWidth(), "must not be 13", "give another");
    }

    @Override
    public RunLog open(RunContext run) throws Exception {
        failAt = ((Notes) run.own()).notesFailAt();
        Path file = run.folder().orElseThrow().resolve(FILE);
        out = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        note("open " + run.algorithm() + " " + run.environment() + " seed " + run.seed() + " from "
                + run.firstInterval() + " " + run.firstTimestep() + " of " + run.totalTimesteps() + " gamma "
                + run.settings().get("gamma"));
        return this;
    }

    private void note(String text) throws Exception {
        if (text.startsWith(failAt)) {
            throw new IllegalStateException("no more paper");
        }
        out.write(text + "\n");
    }

    @Override
    public void onInterval(LoggedInterval interval) throws Exception {
        note("interval " + interval.report().interval() + " " + interval.stepsPerSecond());
    }

    @Override
    public void onEpisode(EpisodeRecord episode) throws Exception {
        note("episode " + episode.timestep() + " " + episode.environment() + " " + episode.ret());
    }

    @Override
    public void onEvaluation(EvaluationRecord evaluation) throws Exception {
        note("evaluation " + evaluation.interval() + " " + evaluation.meanReturn());
    }

    @Override
    public void flush() throws Exception {
        out.flush();
    }

    @Override
    public void close(RunOutcome outcome) throws Exception {
        note("close " + outcome.end());
        out.close();
    }
}
