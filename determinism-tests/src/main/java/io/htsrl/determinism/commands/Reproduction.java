package io.htsrl.determinism.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.cli.train.ForkedTraining;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/** Trains a recorded run again and compares digests. One thread, one run. */
final class Reproduction {
    private static final String PYTHON = "python";
    /** Keys of the environment's software, in a manifest, that are not packages. */
    private static final Set<String> OTHER_SOFTWARE = Set.of(PYTHON, "platform", "code");

    private final RunReader run;
    private final Layer flags;
    private final CommandSpec command;
    private final PrintWriter out;
    private final PrintWriter err;
    private final RunConfig config;

    /**
     * Resolves the run's settings.
     *
     * @param flags given above them
     * @param command on whose streams it prints
     * @throws io.htsrl.core.error.ConfigurationException when they are not valid here
     */
    Reproduction(RunReader run, Layer flags, CommandSpec command) {
        this.run = run;
        this.flags = flags;
        this.command = command;
        this.out = command.commandLine().getOut();
        this.err = command.commandLine().getErr();
        this.config = resolved();
        config.checkCapacity(Limits.here());
    }

    private RunConfig resolved() {
        try {
            return new ConfigResolver(FileChoice.of(flags, run.configFile()), new Violations())
                    .resolve()
                    .config();
        } catch (ConfigurationException | EnvironmentFailedException e) {
            printPackages();
            throw e;
        }
    }

    /** Prints the run's Python packages, if it had any: its environment may need them. */
    private void printPackages() {
        JsonNode software = run.manifest().path(Manifest.ENVIRONMENT_SOFTWARE);
        List<String> packages = software.properties().stream()
                .filter(each -> !OTHER_SOFTWARE.contains(each.getKey()))
                .map(each -> each.getKey() + "==" + each.getValue().asText())
                .toList();
        if (software.has(PYTHON) && !packages.isEmpty()) {
            err.println(ShownText.of("the run had Python "
                    + software.path(PYTHON).asText() + " with: pip install " + ShellWords.line(packages)));
        }
    }

    /**
     * Trains until the first difference.
     *
     * @param name of the run, for people
     * @param recorded as {@link RecordedChain} takes it
     * @param intervals number of intervals to compare, from 1
     * @param withFiles whether the run's checkpoints and metrics are asked for the first field that differs
     * @return the exit code
     */
    int train(String name, Supplier<DigestLine> recorded, long intervals, boolean withFiles)
            throws InterruptedException {
        out.println(config.algorithm().algorithm() + " on " + config.env() + ", seed " + config.seed() + ", " + name);
        printSoftware();
        RunControl control = new RunControl();
        RecordedDifference difference = new RecordedDifference(run, config, out, err);
        try (Interruption interruption = new Interruption(control, err).install()) {
            RecordedChain chain = new RecordedChain(
                    recorded, Optional.of(difference).filter(files -> withFiles), intervals, control, out);
            TrainingResult result = new ForkedTraining(
                            run.configFile(), flags, (part, attached) -> new Trainer(part, attached).run())
                    .run(config, Attachments.none().with(control).with(chain).with(difference));
            return interruption.code(chain.conclude(result, interruption.happened()));
        } catch (TrainingFailedException e) {
            ErrorOutput.printFailure(err, e.getMessage(), e.getCause());
            return ExitCode.FAILED;
        } finally {
            out.flush();
        }
    }

    /** Prints the entries of the manifest that differ here, since they may explain different bits. */
    private void printSoftware() {
        List<String> commandLine = command.root().commandLine().getParseResult().originalArgs();
        JsonNode here =
                new ObjectMapper().valueToTree(Manifest.map(config, BuildInfo.current(), commandLine, Instant.now()));
        List<RunDiff.Difference> differences = ManifestDiff.of(run.manifest(), here).stream()
                .filter(difference -> difference.b() != null) // else of a finished run alone
                .filter(difference -> !difference.name().matches("java\\.(flags|max_heap_bytes)|machine\\..*"))
                .toList();
        ManifestDiff.print(out, "  differs here", differences);
        out.flush();
    }
}
