package io.htsrl.determinism.commands;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.play.PolicyGif;
import io.htsrl.cli.play.StepScreen;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.terminal.TerminalKeys;
import io.htsrl.cli.train.CheckpointIdentity;
import io.htsrl.cli.train.ForkedTraining;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.Violations;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.core.settings.Layer;
import io.htsrl.determinism.commands.ReliveTable.Format;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts relive}: shows every step of one interval of a recorded run, and what was learnt from it. One thread. */
@Command(
        name = "relive",
        header = "Shows every step of one interval of a recorded run.",
        customSynopsis = "hts relive RUN --interval K [--env N,N] [--format F] [--out FILE] [--gif FILE] [--step]",
        description = "Trains again up to interval K, from the nearest checkpoint before it or from the start, and "
                + "compares the digests with the recorded ones. Then it prints each step of the chosen replicas: "
                + "observation, action, the policy's output, log-probability, value, reward, ending, advantage and return, as "
                + "far as the algorithm has them; and the learner's metrics, such as losses and gradient norm. The value "
                + "is that of the observation (A2C, PPO) or of the action taken, by the parameters that acted: Q (DQN, "
                + "Q-learning), the least of the critics (SAC, TD3, DDPG) or the mean of the kept quantiles (TQC). Only "
                + "actions drawn from a distribution have a log-probability; SAC's and TQC's is a density in [-1, 1]. It "
                + "writes nothing into RUN.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:shown", "1:the digests differ, or the training failed", "2:the interval cannot be shown"},
        footer = {
            "  hts relive runs/mine --interval 312",
            "  hts relive runs/mine --interval 312 --env 0,3 --format parquet --out steps.parquet",
            "  hts relive runs/mine --interval 312 --env 3 --step --gif replica3.gif"
        })
final class ReliveCommand extends SettingsCommand implements Runs {

    @Parameters(paramLabel = "RUN", arity = "1", description = "A run directory.")
    private Path folder;

    @Option(
            names = "--interval",
            order = 0,
            required = true,
            paramLabel = "K",
            description = "The interval, as in metrics.jsonl.")
    private long interval;

    @Option(names = "--env", order = 1, paramLabel = "N,N", description = "Replicas, or all; default 0.")
    private String replicas = "0";

    @Option(names = "--format", order = 2, paramLabel = "F", description = "table (default), jsonl, csv or parquet.")
    private String format = "table";

    @Option(names = "--out", order = 3, paramLabel = "FILE", description = "Writes the steps there; default: stdout.")
    private Path file;

    @Option(names = "--gif", order = 4, paramLabel = "FILE", description = "Writes the replica's pictures as a GIF.")
    private Path gif;

    @Option(names = "--step", order = 5, description = "Shows the replica's steps in the terminal, one at a time.")
    private boolean step;

    ReliveCommand() {
        super(TrainOptions.ofRecordedRun());
    }

    @Override
    public Integer call() throws InterruptedException {
        Layer flags = check();
        RunReader run = RunReader.open(folder);
        RunDiff.requirePromised(run);
        long recorded = RecordedChain.extent(run);
        long most = run.state() == RunState.FAILED ? recorded : recorded - 1; // a failed one may not have been recorded
        Violations.require(
                interval >= 0 && interval <= most,
                "--interval",
                interval,
                "must be one of the run's, 0 .. " + most,
                "give " + most + " for the last one");
        try (CheckpointFile from = nearest()) {
            ConfigResolver resolver =
                    new ConfigResolver(ForkSettings.at(run.configFile(), flags, interval), new Violations());
            RunConfig config = (from == null ? resolver : resolver.ofRecordedRun())
                    .resolve()
                    .config();
            config.checkCapacity(Limits.here());
            if (from != null) {
                CheckpointIdentity.check(from, run, config);
                CheckpointIdentity.changes(from, config).forEach(this::warn);
            }
            run.changes("config.yaml", "manifest.json", "digests.jsonl").forEach(this::warn);
            TrainingRunner trainer = (part, attached) -> new Trainer(part, attached).run();
            TrainingRunner runner = from == null ? new ForkedTraining(run.configFile(), flags, trainer) : trainer;
            return relive(run, config, from, runner);
        }
    }

    private int relive(RunReader run, RunConfig config, CheckpointFile from, TrainingRunner runner)
            throws InterruptedException {
        PrintWriter out = out();
        PrintWriter err = err();
        List<Integer> chosen = replicas(config);
        boolean painted = gif != null || step && isVisible(config);
        RelivedInterval relived = new RelivedInterval(interval, chosen, painted, config.ask(Environment::spec));
        PrintWriter facts = file == null && !format.equals("table") ? err : out;
        ReliveSession session = new ReliveSession(run, config, relived, facts, err);
        List<Map<String, Object>> rows = new ArrayList<>();
        boolean stepped = step && TerminalKeys.present();
        if (step && !stepped) {
            warn("--step needs a terminal" + (file == null ? ", so the steps are printed" : ""));
        }
        int code = session.run(from, runner, () -> {
            rows.addAll(new ReliveTable(relived, config).rows());
            if (!stepped || file != null) {
                write(rows, session.summary());
            }
        });
        List<RgbFrame> pictures = relived.pictures();
        if (stepped && !rows.isEmpty()) {
            StepScreen screen = new StepScreen(
                    out, pictures, rows.stream().map(ReliveTable::lines).toList());
            try (TerminalKeys keys = TerminalKeys.open()) {
                screen.run(keys);
            }
        }
        if (gif != null && !pictures.isEmpty()) {
            PolicyGif.write(pictures, gif);
        } else if (gif != null) {
            warn("--gif: no picture" + relived.fault());
        }
        return code;
    }

    private static boolean isVisible(RunConfig config) {
        return config.ask(made -> made.rendered().isPresent());
    }

    private void write(List<Map<String, Object>> rows, String summary) {
        if (file == null) {
            print(rows, summary, out());
        } else if (format.equals("parquet")) {
            WholeFile.write(file, ParquetFile.of(rows, summary));
        } else {
            StringWriter text = new StringWriter();
            print(rows, summary, new PrintWriter(text));
            WholeFile.write(file, text.toString());
        }
    }

    private void print(List<Map<String, Object>> rows, String summary, PrintWriter out) {
        if (format.equals("jsonl")) {
            out.println(summary);
        }
        ReliveTable.print(rows, Format.valueOf(format.toUpperCase(Locale.ROOT)), out);
        out.flush();
    }

    /** Returns the chosen replicas. */
    private List<Integer> replicas(RunConfig config) {
        int all = config.pipeline().numEnvs();
        List<Integer> chosen = replicas.equals("all")
                ? IntStream.range(0, all).boxed().toList()
                : Stream.of(replicas.split(","))
                        .map(Integer::valueOf)
                        .distinct()
                        .toList();
        new Violations()
                .check(
                        chosen.stream().allMatch(replica -> replica < all),
                        "--env",
                        replicas,
                        "must be replicas of the run, 0 .. " + (all - 1),
                        "give 0, for example")
                .check(
                        gif == null || isVisible(config),
                        "--gif",
                        gif,
                        "needs an environment that can be seen, and " + config.env() + " has no picture",
                        "leave it out")
                .throwIfAny();
        return chosen;
    }

    private Layer check() {
        Violations violations = new Violations();
        Layer flags = flags(violations);
        violations.check(
                Stream.of(Format.values()).anyMatch(known -> format.equals(name(known))),
                "--format",
                format,
                "must be table, jsonl, csv or parquet",
                "give one of these");
        violations.check(
                file != null || !format.equals("parquet"),
                "--format",
                format,
                "must be given with a file to write",
                "add --out steps.parquet, for example");
        violations.check(
                replicas.matches("all|\\d{1,7}(,\\d{1,7})*"),
                "--env",
                replicas,
                "must be replicas with commas between, or all",
                "give 0,3 for example");
        violations.check(
                gif == null && !step || replicas.matches("\\d+"),
                gif == null ? "--step" : "--gif",
                gif,
                "must be given with one replica",
                "give --env 0, for example");
        WholeFile.check("--out", file, violations);
        WholeFile.check("--gif", gif, violations);
        violations.throwIfAny();
        return flags;
    }

    private static String name(Format format) {
        return format.name().toLowerCase(Locale.ROOT);
    }

    /** Opens the newest intact checkpoint that was taken before the interval; null where none exists. */
    private CheckpointFile nearest() {
        CheckpointFolder.Search found = RunFolders.checkpoints(folder).newestIntact(0, interval);
        found.refused().forEach(damaged -> warn(damaged.getMessage()));
        return found.intact().orElse(null);
    }
}
