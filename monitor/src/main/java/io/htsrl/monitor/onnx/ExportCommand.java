package io.htsrl.monitor.onnx;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.evaluate.PolicyCommand;
import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.monitor.onnx.OnnxPolicy.OnnxFile;
import io.htsrl.policies.agents.SeparatePolicies;
import io.htsrl.trainer.model.ModelFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts export}: writes a recorded run's policy for other programs. One thread. */
@Command(
        name = "export",
        header = "Writes the policy of a run as an ONNX file.",
        customSynopsis = "hts export RUN --onnx FILE [--best | --interval K]",
        description =
                "One graph from observations to the best action, the parameters of the distribution and the value, "
                        + "of the parameters that the run ended with, or those of its newest checkpoint where it has not ended. "
                        + "The same parameters give the same bytes.",
        footer = {"  hts export runs/mine --onnx policy.onnx", "  hts export runs/mine --best --onnx policy.onnx"})
public final class ExportCommand extends PlainCommand {

    @Parameters(paramLabel = "RUN", arity = "1", description = "The run directory.")
    private Path folder;

    @Option(
            names = {"--onnx", "--out"},
            order = 0,
            paramLabel = "FILE",
            required = true,
            description = "The file to write, such as policy.onnx.")
    private Path file;

    @Option(
            names = "--policy",
            order = 0,
            paramLabel = "NAME",
            description = "The policy to write, of a run with several (--policies).")
    private String policy;

    @Mixin
    private PolicyCommand.PolicyChoice choice;

    @Override
    public Integer call() {
        check();
        TrainedPolicy trained = choice.loadWithSpaces(folder);
        trained.warnings().forEach(this::warn);
        EnvironmentSpec spec = trained.config().ask(Environment::spec);
        ModelFile.Model model = chosen(trained, spec);
        OnnxPolicy written = OnnxPolicy.of(
                trained.config(),
                spec.ofPolicy(
                        policy == null ? 0 : spec.observationSpace().policies().indexOf(policy)),
                model,
                trained.intervals(),
                BuildInfo.current().version());
        WholeFile.write(file, written.bytes().toByteArray());
        print(trained, written, out());
        return ExitCode.OK;
    }

    /** Returns the parameters of {@code --policy}; all of them for a run with one policy. */
    private ModelFile.Model chosen(TrainedPolicy trained, EnvironmentSpec spec) {
        ModelFile.Model model = trained.model();
        List<String> policies = spec.observationSpace().policies();
        Violations.require(
                policy == null ? policies.isEmpty() : policies.contains(policy),
                "--policy",
                policy,
                policies.isEmpty() ? "is for a run with --policies" : "must be one of " + String.join(", ", policies),
                policies.isEmpty() ? "leave it out" : "give " + policies.get(0) + ", for example");
        return policies.isEmpty()
                ? model
                : new ModelFile.Model(
                        model.version(),
                        SeparatePolicies.parameters(
                                model.parameters(),
                                trained.config().policy(spec).actor().tensors(),
                                policy));
    }

    private void check() {
        Violations violations = new Violations();
        WholeFile.check("--onnx", file, violations);
        choice.check(violations);
        violations.throwIfAny();
    }

    private void print(TrainedPolicy trained, OnnxPolicy policy, PrintWriter out) {
        out.println(trained.title() + ", after " + Numbers.count(trained.intervals(), "interval"));
        TextTable table = new TextTable();
        policy.inputs().forEach(port -> table.row("  in", port.name(), port.form(), port.meaning()));
        policy.metadata().forEach((key, value) -> {
            if (key.startsWith(InputNodes.KEY)) {
                table.row("", "", key.substring(InputNodes.KEY.length()), value);
            }
        });
        policy.outputs().forEach(port -> table.row("  out", port.name(), port.form(), port.meaning()));
        table.print(out);
        out.printf(Locale.ROOT, "%s: %,d bytes, ONNX %s%n", file, policy.bytes().size(), OnnxFile.FORM);
        out.flush();
    }
}
