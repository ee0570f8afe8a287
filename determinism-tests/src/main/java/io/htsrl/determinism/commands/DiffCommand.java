package io.htsrl.determinism.commands;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.ValueTypes;
import io.htsrl.determinism.commands.RunDiff.Difference;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts diff}: compares two recorded runs, bit for bit. Reads only. One thread. */
@Command(
        name = "diff",
        header = "Compares two run directories, bit for bit.",
        description = "Compares the settings and the digest chains: every observation, action, reward, policy output "
                + "and parameter. A run that has not ended, or was ended early, is compared as far as it goes.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:equal, or equal as far as both runs go",
            "1:different: equal settings, and an interval that differs",
            "2:a run directory is missing, empty or damaged",
            "3:not comparable: a setting that decides bits differs"
        },
        footer = "  hts diff runs/a2c-7 runs/a2c-7-serial")
final class DiffCommand extends PlainCommand {

    @Parameters(index = "0", paramLabel = "RUN_A", description = "A run directory.")
    private Path runA;

    @Parameters(index = "1", paramLabel = "RUN_B", description = "Another one.")
    private Path runB;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        RunDiff diff = compare();
        PrintWriter out = out();
        if (json) {
            out.print(DiffJson.of(diff));
        } else {
            new DiffTexts(out, diff).print();
        }
        out.flush();
        return diff.verdict().exitCode();
    }

    /** Compares the runs; both directories are checked before one is refused. */
    private RunDiff compare() {
        Violations violations = new Violations();
        RunReader a = open(runA, violations);
        RunReader b = open(runB, violations);
        violations.throwIfAny();
        RunDiff diff = RunDiff.of(a, b);
        Stream.of(a, b)
                .flatMap(run -> run.changes("config.yaml", "manifest.json", "digests.jsonl").stream())
                .forEach(this::warn);
        return diff;
    }

    private static RunReader open(Path folder, Violations violations) {
        try {
            return RunReader.open(folder);
        } catch (ConfigurationException e) {
            violations.addAll(e);
            return null;
        }
    }

    /** Writes a {@link RunDiff} as JSON. Stateless, any thread. */
    private static final class DiffJson {

        private DiffJson() {}

        static String of(RunDiff diff) {
            ChainDiff chain = diff.chain();
            return JsonDocument.pretty(JsonDocument.object(
                    "verdict", ValueTypes.name(diff.verdict()),
                    "a", run(diff.a()),
                    "b", run(diff.b()),
                    "equal_intervals", chain.equalIntervals(),
                    "equal_timesteps", chain.equalTimesteps(),
                    "first_difference", chain.differs() ? first(chain) : null,
                    "settings", diff.settings().stream().map(DiffJson::setting).toList(),
                    "manifest", diff.manifest().stream().map(DiffJson::values).toList()));
        }

        private static Map<String, Object> run(RunFacts run) {
            return JsonDocument.object(
                    "run_dir", run.folder().toString(),
                    "algo", run.algo(),
                    "env", run.env(),
                    "seed", run.seed(),
                    "schedule", run.schedule(),
                    "version", run.build().version(),
                    "commit", run.build().commit(),
                    "state", ValueTypes.name(run.state()),
                    "intervals", run.extent().intervals(),
                    "timesteps", run.extent().timesteps(),
                    "digest", run.extent().digest());
        }

        private static Map<String, Object> first(ChainDiff chain) {
            DigestLine line = chain.firstA();
            return JsonDocument.object(
                    "interval", line.interval(),
                    "after_last_rollout", line.closing(),
                    "timesteps_before", chain.equalTimesteps(),
                    "timesteps", line.timesteps(),
                    "a", line.digest(),
                    "b", chain.firstB().digest());
        }

        private static Map<String, Object> setting(Difference setting) {
            Map<String, Object> map = values(setting);
            map.put("decides_bits", RunDiff.decides(setting));
            return map;
        }

        private static Map<String, Object> values(Difference difference) {
            return JsonDocument.object(
                    "name", difference.name(),
                    "a", difference.a(),
                    "b", difference.b());
        }
    }
}
