package io.htsrl.determinism.commands;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.Layer;
import io.htsrl.determinism.verify.ChildJvm;
import io.htsrl.determinism.verify.Matrix;
import io.htsrl.determinism.verify.MatrixOptions;
import io.htsrl.trainer.config.Components;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hts verify}: resolves the settings as {@code train} does, then runs a {@link VerifySession}. One thread. */
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
                defaultValue = "" + MatrixOptions.XINT_TIMESTEPS,
                description = "Steps of the run by the JVM without a compiler (-Xint); default "
                        + MatrixOptions.XINT_TIMESTEPS + ".")
        private long xintTimesteps = MatrixOptions.XINT_TIMESTEPS;

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
        PrintWriter out = out();
        PrintWriter err = err();
        Violations violations = new Violations();
        Layer flags = flags(violations);
        check(violations);
        ResolvedRun run = new ConfigResolver(flags, violations).resolve();
        refuseUnpromised(run);
        MatrixOptions matrix = new MatrixOptions(options.quick, true, options.jdks, options.xintTimesteps);
        if (print.isGiven()) {
            int perturbations = Matrix.of(run.config(), matrix).size() - 1;
            out.print(PrintOption.text(
                    spec().qualifiedName(),
                    List.of("It would be compared with " + perturbations + " perturbations."),
                    run));
            out.flush();
            return ExitCode.OK;
        }
        return new VerifySession(run, matrix, options.localize, components, out, err).run(words());
    }

    private static void refuseUnpromised(ResolvedRun run) {
        Schedule schedule = run.config().pipeline().schedule();
        if (!schedule.deterministic()) {
            throw new ConfigurationException(new Violations()
                    .add("--schedule", schedule, "must be one that promises equal bits", "choose hts, sync or serial"));
        }
        run.config().unpromised().ifPresent(why -> {
            throw new ConfigurationException(new Violations()
                    .add(why, true, "promises no equal bits, which are what is verified", "leave it out"));
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
                "give 3, or 0 to be told of differences alone");
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
}
