package io.htsrl.cli.doctor;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.service.Services;
import io.htsrl.core.settings.Layer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts doctor}: checks this machine for a run, and gives a remedy for each thing that is wrong. One thread. */
@Command(
        name = "doctor",
        header = "Examines the machine, the build and the network.",
        customSynopsis = {"hts doctor [settings]", "       hts doctor --join HOST:PORT [--secret-file FILE]"},
        description =
                "Looks at Java, processor, CUDA devices, tensor library, rings and disk, and makes the self-check "
                        + "of the network that 'hts train' would make of the same settings; without any: ppo on CartPole-v1. "
                        + "With --join: tests the way to a learner that waits for nodes, and says what it costs. "
                        + "Exits with 0 where nothing is wrong, with 1 where something is, and says what to do about it.",
        footer = {
            "  hts doctor",
            "  hts doctor --algo dqn --env CartPole-v1 --hidden-sizes 256,256",
            "  hts doctor --join 10.0.0.1:25520 --secret-file secret"
        })
public final class DoctorCommand extends SettingsCommand {
    private static final String ROW = "%-5s %-11s %s";
    private static final int TEXT = 18; // column in which its text begins

    private final Function<ResolvedRun, Examinations.Doctor> doctors;

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT",
            description = "The address that a learner prints: test the connection to it instead of this machine.")
    private String join;

    public DoctorCommand() {
        this(run -> Examinations.of(run.config(), run.runDir().orElse(Path.of("runs"))));
    }

    /** @param doctors makes the examinations for a run */
    DoctorCommand(Function<ResolvedRun, Examinations.Doctor> doctors) {
        super(CliSettings.schema());
        this.doctors = doctors;
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        Layer flags = flags(violations);
        if (join != null) {
            violations.throwIfAny();
            return report(findings -> connection().examine(join, flags, findings));
        }
        if (!flags.has(FileChoice.KEY)) {
            assume(flags, "algo", "ppo");
            assume(flags, "env", "CartPole-v1");
        }
        Examinations.Doctor doctor = doctors.apply(new ConfigResolver(flags, violations).resolve());
        return report(doctor::examine);
    }

    private int report(Predicate<Consumer<Finding>> examination) {
        PrintWriter out = out();
        out.println("hts-rl " + BuildInfo.current());
        boolean well = examination.test(finding -> print(out, finding));
        out.println(well ? "nothing is wrong" : "something is wrong: see the lines that begin with WRONG");
        return well ? ExitCode.OK : ExitCode.FAILED;
    }

    private ConnectionDoctor connection() {
        return Services.load(ConnectionDoctor.class).stream()
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "--join",
                        join,
                        "needs the module cluster, which is not there",
                        "use a distribution that has it"));
    }

    private static void assume(Layer flags, String key, String text) {
        if (!flags.has(key)) {
            flags.add(key, text);
        }
    }

    private static void print(PrintWriter out, Finding finding) {
        String mark = finding.verdict() == Finding.Verdict.OK
                ? "ok"
                : finding.verdict().name();
        TextTable.printLine(out, Numbers.text(ROW, mark, finding.what(), finding.text()), TEXT);
        if (!finding.remedy().isEmpty()) {
            TextTable.printLine(out, Numbers.text(ROW, "", "", "-> " + finding.remedy()), TEXT);
        }
    }
}
