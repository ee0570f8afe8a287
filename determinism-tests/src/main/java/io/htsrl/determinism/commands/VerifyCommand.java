package io.htsrl.determinism.commands;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.Layer;
import io.htsrl.determinism.verify.ChildJvm;
import io.htsrl.determinism.verify.ChildRuns;
import io.htsrl.determinism.verify.Localizer;
import io.htsrl.determinism.verify.Matrix;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.determinism.verify.VerifyResult;
import io.htsrl.determinism.verify.VerifySuite;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hts verify}: resolves the settings as {@code train} does, then verifies that run. One thread. */
@Command(
        name = "verify",
        header = "Proves that a run gives the same bits whatever disturbs it.",
        customSynopsis = "hts verify --algo NAME --env ID [settings] [--quick] [--jdk DIR]",
        description = "Makes the run that 'hts train' would make of the same settings, about fifty times: with other "
                + "numbers of threads and batch limits, other ways to wait, delays in every role, by one thread, and "
                + "in JVMs with other compilers, collectors, cores and libraries. Compares the digests of every "
                + "interval. Where runs differ, both are made again with everything recorded, and the first bits that "
                + "are not the same are named. Exits with 0 when all are equal, with 1 when not; writes verify.json.",
        footer = {
            "  hts verify --algo ppo --env CartPole-v1 --total-timesteps 100000",
            "  hts verify --algo dqn --env CartPole-v1 --total-timesteps 20000 --quick",
            "  hts verify --config runs/a2c-7/config.yaml --jdk /usr/lib/jvm/jdk-25"
        })
final class VerifyCommand extends SettingsCommand implements Runs {

    /** Options that {@code train} does not have. */
    static final class Options {
        @Option(names = "--quick", description = "About ten perturbations instead of about fifty.")
        private boolean quick;

        @Option(
                names = "--jdk",
                paramLabel = "DIR",
                description = "Another JDK to run on too, 17 or newer; may be given several times.")
        private List<Path> jdks = new ArrayList<>();

        @Option(
                names = "--xint-timesteps",
                paramLabel = "N",
                defaultValue = "" + Matrix.Options.XINT_TIMESTEPS,
                description = "Steps of the run by the JVM without a compiler (-Xint); default "
                        + Matrix.Options.XINT_TIMESTEPS + ".")
        private long xintTimesteps = Matrix.Options.XINT_TIMESTEPS;

        @Option(
                names = "--localize",
                paramLabel = "N",
                defaultValue = "3",
                description = "Differing runs that are made again to find the first difference; default 3.")
        private int localize = 3;
    }

    private final Components components;

    @ArgGroup(validate = false, heading = "%nVerification:%n", order = -1)
    private Options options = new Options();

    @Mixin
    private PrintOption print = new PrintOption();

    /** @param components parts to verify in place of the pipeline's own, for the runs in this JVM */
    VerifyCommand(Components components) {
        super(CliSettings.schema());
        this.components = components;
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        Layer flags = flags(violations);
        check(violations);
        ResolvedRun run = new ConfigResolver(flags, violations).resolve();
        refuseUnpromised(run);
        Matrix.Options matrix = new Matrix.Options(options.quick, true, options.jdks, options.xintTimesteps);
        if (print.isGiven()) {
            int perturbations = Matrix.of(run.config(), matrix).size() - 1;
            out().print(PrintOption.text(
                    spec().qualifiedName(),
                    List.of("It would be compared with " + perturbations + " perturbations."),
                    run));
            out().flush();
            return ExitCode.OK;
        }
        return verify(run, matrix);
    }

    private static void refuseUnpromised(ResolvedRun run) {
        Schedule schedule = run.config().pipeline().schedule();
        if (!schedule.deterministic()) {
            throw new ConfigurationException(
                    "--schedule", schedule, "must be one that promises equal bits", "choose hts, sync or serial");
        }
        run.config().unpromised().ifPresent(why -> {
            throw new ConfigurationException(
                    why, true, "promises no equal bits, which are what is verified", "leave it out");
        });
    }

    private void check(Violations violations) {
        violations.check(
                options.xintTimesteps >= 1,
                "--xint-timesteps",
                options.xintTimesteps,
                "must be at least 1",
                "give 10000, for example");
        violations.check(
                options.localize >= 0,
                "--localize",
                options.localize,
                "must be at least 0",
                "give 3, or 0 to localize no difference");
        for (Path jdk : options.jdks) {
            int version = ChildJvm.version(jdk);
            violations.check(
                    version >= ChildJvm.LEAST_VERSION && Files.isExecutable(ChildJvm.program(jdk)),
                    "--jdk",
                    jdk,
                    "must name the folder of a JDK, " + ChildJvm.LEAST_VERSION + " or newer"
                            + (version > 0 && version < ChildJvm.LEAST_VERSION ? ", and this one is " + version : ""),
                    "give the folder that holds bin/java and the file release");
        }
    }

    /** Verifies, from the claim of the folder to the exit code. */
    private int verify(ResolvedRun run, Matrix.Options matrix) {
        PrintWriter err = err();
        RunControl control = new RunControl();
        Instant start = Instant.now();
        run.config().checkCapacity(Limits.here());
        Path folder = claim(run, start);
        Path work = folder.resolve("work");
        try (Interruption interruption = new Interruption(control, err).install()) {
            Files.createDirectory(work);
            Files.writeString(folder.resolve("config.yaml"), ConfigYaml.of(run));
            VerifyTable table = new VerifyTable(
                    run.quiet() ? new PrintWriter(Writer.nullWriter()) : out(), err, Terminal.isInteractive());
            table.begin(run, folder);
            VerifyResult result = suite(control, work, table).run(Matrix.of(run.config(), matrix));
            Map<String, Object> manifest = Manifest.map(run.config(), BuildInfo.current(), words(), start);
            Files.writeString(folder.resolve("verify.json"), VerifyResult.VerifyJson.of(result, manifest));
            table.end(result, folder);
            return interruption.code(conclude(result, folder));
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof IOException io ? io : ((UncheckedIOException) e).getCause();
            ErrorOutput.printPlain(err, new RunDirectoryException(folder, cause).getMessage());
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        } finally {
            RunFolders.release(work);
        }
    }

    private static Path claim(ResolvedRun run, Instant start) {
        RunConfig config = run.config();
        String name = "verify__"
                + RunFolders.defaultName(config.env(), config.algorithm().algorithm(), config.seed(), start);
        return run.runDir().map(RunFolders::claim).orElseGet(() -> RunFolders.claimFresh(Path.of("runs", name)));
    }

    private VerifySuite suite(RunControl control, Path work, VerifyTable table) {
        Repetitions repetitions = new Repetitions(components, new ChildRuns(work), control);
        return new VerifySuite(repetitions, new Localizer(repetitions, work), options.localize, table);
    }

    private int conclude(VerifyResult result, Path folder) {
        if (result.stopped()) {
            ErrorOutput.printPlain(
                    err(), "stopped after " + Numbers.count(result.rows().size(), "run") + ", kept in " + folder);
            return ExitCode.INTERRUPTED;
        }
        if (!result.equal()) {
            ErrorOutput.printPlain(
                    err(),
                    result.bad() + " of " + result.rows().size() + " runs gave other bits or none; see "
                            + folder.resolve("verify.json"));
            return ExitCode.FAILED;
        }
        return ExitCode.OK;
    }
}
