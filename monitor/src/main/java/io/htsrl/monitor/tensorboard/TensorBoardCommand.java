package io.htsrl.monitor.tensorboard;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts tensorboard}: writes event files of runs without {@code --tensorboard}. One thread. */
@Command(
        name = "tensorboard",
        header = "Writes event files of recorded runs for TensorBoard.",
        description =
                "Reads metrics.jsonl, episodes.csv and evaluations.csv of each run and writes the event file that "
                        + "'hts train --tensorboard' would have written, into the folder tensorboard of the run directory. A run "
                        + "that is still going has what it has so far.",
        footer = {
            "  hts tensorboard runs/a runs/b",
            "  hts tensorboard runs/a --replace --gif --best",
            "  tensorboard --logdir runs"
        })
public final class TensorBoardCommand extends PlainCommand {
    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories.")
    private List<Path> runs;

    @Option(names = "--replace", description = "Replaces existing event files, unless a run is writing.")
    private boolean replace;

    @Option(
            names = "--gif",
            description = "Adds a played episode of each run's policy to the images, a GIF of at most 500 steps, as "
                    + "'hts train --tensorboard-gif' does.")
    private boolean gif;

    @Option(names = "--best", description = "With --gif: the best evaluated policy instead of the last one.")
    private boolean best;

    @Option(
            names = "--trust",
            description =
                    "With --gif: runs the code that the runs name and that is not hts-rl's own (docs/how-to/trust.md).")
    private boolean trust;

    /** A run, and its policy to film, if any. */
    private record Chosen(RunReader run, Optional<TrainedPolicy> policy) {}

    @Override
    public Integer call() {
        List<Chosen> chosen = check();
        PrintWriter out = out();
        for (Chosen one : chosen) {
            Path folder = one.run().folder().resolve(TensorBoardLogger.FOLDER);
            try {
                out.println(write(one, folder));
            } catch (IOException e) {
                ErrorOutput.printPlain(err(), new RunDirectoryException(folder, e).getMessage());
                return ExitCode.FAILED;
            }
        }
        out.println("see them with: tensorboard --logdir " + common(runs));
        out.flush();
        return ExitCode.OK;
    }

    /** Checks all runs before the first one is written. */
    private List<Chosen> check() {
        Violations violations = new Violations();
        violations.check(
                gif || !best,
                "--best",
                null,
                "names the policy of --gif, which is not given",
                "give --gif, or leave it out");
        List<Chosen> chosen = new ArrayList<>();
        for (Path run : runs) {
            try {
                RunReader reader = RunReader.open(run);
                boolean written =
                        !EventFile.all(run.resolve(TensorBoardLogger.FOLDER)).isEmpty();
                violations.check(
                        replace || !written,
                        "RUN",
                        run,
                        "must have no event files, and has some",
                        "give --replace to write them anew");
                if (replace && written) {
                    RunLock.of(run).close(); // fails while a process writes the run
                }
                reader.changes("config.yaml", "manifest.json", "metrics.jsonl", "episodes.csv", "evaluations.csv")
                        .forEach(this::warn);
                chosen.add(new Chosen(reader, gif ? Optional.of(policy(run)) : Optional.empty()));
            } catch (ConfigurationException e) {
                violations.addAll(e);
            } catch (IOException e) {
                violations.addAll(RunFiles.unreadable(run, e));
            }
        }
        violations.throwIfAny();
        return chosen;
    }

    private TrainedPolicy policy(Path run) {
        TrainedPolicy policy = best
                ? TrainedPolicy.loadBest(run, FileChoice.trusting(trust))
                : TrainedPolicy.load(run, null, FileChoice.trusting(trust));
        policy.warnings().forEach(this::warn);
        return policy;
    }

    /** Replaces old event files while no other process writes the run. */
    private Path write(Chosen chosen, Path folder) throws IOException {
        if (EventFile.all(folder).isEmpty()) {
            return replace(chosen, folder);
        }
        try (RunLock lock = RunLock.of(chosen.run().folder())) {
            return replace(chosen, lock.folder().resolve(TensorBoardLogger.FOLDER));
        }
    }

    /** Writes beside the folder and moves the files there when they are complete; old files are kept until then. */
    private Path replace(Chosen chosen, Path folder) throws IOException {
        Optional<FilmImage> film =
                chosen.policy().isPresent() ? FilmImage.of(chosen.policy().get()) : Optional.empty();
        EventFile draft = EventFile.draft(chosen.run().folder());
        try (draft) {
            write(chosen, film, draft);
            List<Path> old = EventFile.all(folder);
            Path file = EventFile.next(folder);
            Files.move(draft.path(), file, StandardCopyOption.ATOMIC_MOVE);
            for (Path replaced : old) {
                Files.delete(replaced);
            }
            return file;
        } finally {
            Files.deleteIfExists(draft.path());
        }
    }

    private void write(Chosen chosen, Optional<FilmImage> film, EventFile draft) throws IOException {
        RecordedRun recorded = new RecordedRun(chosen.run());
        TensorBoardLog log =
                new TensorBoardLog(draft, recorded.context(), recorded.clock(), Set.of(), Optional.empty());
        recorded.tell(log);
        if (film.isPresent()) {
            log.add(film.get(), steps(chosen.policy().orElseThrow()));
        } else if (gif) {
            warn(log.noFilm());
        }
        recorded.end(log);
    }

    /** Returns the number of steps in which a policy was learnt. */
    private static long steps(TrainedPolicy policy) {
        return policy.intervals() * policy.config().pipeline().stepsPerInterval();
    }

    /**
     * Returns the folder of a single run, or the folder that contains all of them; relative if it is below this one.
     */
    static Path common(List<Path> runs) {
        if (runs.size() == 1) {
            return runs.get(0);
        }
        List<Path> all =
                runs.stream().map(run -> run.toAbsolutePath().normalize()).toList();
        Path common = all.get(0).getParent();
        for (Path run : all) {
            while (common.getParent() != null && !run.startsWith(common)) {
                common = common.getParent();
            }
        }
        Path here = Path.of("").toAbsolutePath();
        return common.equals(here) ? Path.of(".") : common.startsWith(here) ? here.relativize(common) : common;
    }
}
