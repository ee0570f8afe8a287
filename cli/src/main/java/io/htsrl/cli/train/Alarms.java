package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.CheckpointSettings;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.evaluation.Comparison;
import io.htsrl.trainer.evaluation.StopCondition;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reports the first interval at which each {@code --alarm} holds, and keeps the newest checkpoint from before it. A
 * checkpoint holds all reports, so a resumed run reports as the uninterrupted one does. On the learner's thread.
 */
final class Alarms implements TrainingListener, Stateful {
    /** Name of its part of a checkpoint. */
    static final String PART = "alarms";

    private static final String RETURN = "return";

    private final CheckpointSettings settings;
    private final Path folder;
    private final RunControl control;
    private final PrintWriter err;
    private final Map<String, Long> fired = new TreeMap<>(); // interval by alarm
    private double best = Double.NaN; // mean return
    private boolean named; // whether the names were checked

    /** @param folder of the run */
    Alarms(CheckpointSettings settings, Path folder, RunControl control, PrintWriter err) {
        this.settings = settings;
        this.folder = folder;
        this.control = control;
        this.err = err;
    }

    /** Returns the command that shows the steps of an interval. */
    static String relive(Path folder, long interval) {
        return "'" + ShellWords.hts("relive", folder.toString(), "--interval", Long.toString(interval)) + "'";
    }

    @Override
    public void onInterval(IntervalReport report) {
        if (!named && !report.losses().isEmpty()) {
            named = true;
            settings.alarms().forEach(alarm -> checkName(alarm, report));
        }
        double mean = report.episodes() >= StopCondition.EPISODES ? report.meanReturn100() : Double.NaN;
        for (String alarm : settings.alarms()) {
            if (!fired.containsKey(alarm)) {
                check(alarm, report, mean);
            }
        }
        best = mean > best || Double.isNaN(best) ? mean : best;
    }

    private void check(String alarm, IntervalReport report, double mean) {
        if (alarm.equals(CheckpointSettings.AlarmType.COLLAPSE)) {
            if (mean < (best > 0 ? best / 2 : best * 2)) {
                fire(
                        alarm,
                        "the mean return is " + Numbers.ofReturn(mean, 2) + " and was " + Numbers.ofReturn(best, 2),
                        report);
            }
            return;
        }
        Comparison.read(alarm).ifPresent(comparison -> {
            String metric = comparison.metric();
            double value = metric.equals(RETURN) ? mean : report.losses().getOrDefault(metric, Double.NaN);
            if (comparison.holds(value)) {
                fire(alarm, metric + " is " + (float) value, report);
            }
        });
    }

    private void fire(String alarm, String what, IntervalReport report) {
        long interval = report.interval();
        fired.put(alarm, interval);
        control.keepCheckpointBefore(interval);
        boolean checkpoint = settings.every() > 0 && interval > settings.every()
                || RunFolders.checkpoints(folder).list().stream()
                        .anyMatch(file -> CheckpointFolder.interval(file) < interval);
        ErrorOutput.printWarning(
                err,
                Numbers.text("alarm %s: %s in interval %,d (step %,d)", alarm, what, interval, report.timesteps())
                        + "; its steps: " + relive(folder, interval)
                        + (checkpoint
                                ? ", from the checkpoint before it, which is kept"
                                : ", from the start, since no checkpoint was taken before it (--checkpoint-every)"));
        err.flush();
    }

    /** Warns of a name that no metric of the run has: such an alarm would never be reported. */
    private void checkName(String alarm, IntervalReport report) {
        Set<String> names = new TreeSet<>(report.losses().keySet());
        names.add(RETURN);
        Comparison.read(alarm)
                .map(Comparison::metric)
                .filter(name -> !names.contains(name))
                .ifPresent(name -> {
                    ErrorOutput.printWarning(
                            err,
                            "--alarm '" + alarm + "': this run has no metric " + name + "; "
                                    + Suggestions.didYouMean(name, names).orElse("it has " + String.join(", ", names)));
                    err.flush();
                });
    }

    /** Alarms may be given when a run without any is resumed. */
    @Override
    public boolean optional() {
        return true;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeDouble(best);
        out.writeInt(fired.size());
        for (Map.Entry<String, Long> alarm : fired.entrySet()) {
            out.writeUTF(alarm.getKey());
            out.writeLong(alarm.getValue());
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        best = in.readDouble();
        for (int left = in.readInt(); left > 0; left--) {
            String alarm = in.readUTF();
            fired.put(alarm, in.readLong());
            control.keepCheckpointBefore(fired.get(alarm));
        }
    }
}
