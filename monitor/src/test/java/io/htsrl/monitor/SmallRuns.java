package io.htsrl.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.Hts;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Runs {@code hts} in this JVM: small runs of the real trainer, ten intervals of 32 steps each. */
public final class SmallRuns {
    /** Trains. */
    public static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();

    public final StringWriter out = new StringWriter();
    public final StringWriter err = new StringWriter();
    private final Path parent;

    /** @param parent of the run directories */
    public SmallRuns(Path parent) {
        this.parent = parent;
    }

    public Path folder(String name) {
        return parent.resolve(name);
    }

    /** The exit code of these words. */
    public int hts(TrainingRunner runner, String... words) {
        CommandLine commandLine =
                Hts.commandLine(runner, words).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return commandLine.execute(words);
    }

    /** A whole run of the common settings and {@code more}, words with spaces between. */
    public RunReader train(String name, String more) {
        assertEquals(ExitCode.OK, hts(TRAINER, words(name, more)), err::toString);
        return RunReader.open(folder(name));
    }

    /** The words of such a run; what {@code more} has too, is as there. */
    public String[] words(String name, String more) {
        List<String> words =
                new ArrayList<>(List.of("train", "--out", folder(name).toString()));
        String[] common = ("--algo ppo --env CartPole-v1 --num-envs 4 --num-steps 8 --total-timesteps 320 "
                        + "--hidden-sizes 8 --num-minibatches 2 --update-epochs 1")
                .split(" ");
        List<String> own = List.of(more.split(" "));
        for (int i = 0; i < common.length; i += 2) {
            if (!own.contains(common[i])) {
                words.addAll(List.of(common[i], common[i + 1]));
            }
        }
        if (!more.isEmpty()) {
            words.addAll(Arrays.asList(more.split(" ")));
        }
        return words.toArray(String[]::new);
    }

    /** Trains until the given interval is reported, and then asks for the end. */
    public static TrainingRunner stoppingAt(long interval) {
        return (config, attached) -> {
            TrainingListener stopping = new TrainingListener() {
                @Override
                public void onInterval(IntervalReport report) {
                    if (report.interval() == interval) {
                        attached.control().requestStop();
                    }
                }
            };
            return TRAINER.run(config, attached.with(stopping));
        };
    }
}
