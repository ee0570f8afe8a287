package io.htsrl.determinism.commands;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.zoo.ZooCommand;
import io.htsrl.determinism.verify.ChildRuns;
import io.htsrl.trainer.config.Components;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Adds {@code hts verify}, {@code hts diff}, {@code hts reproduce}, {@code hts relive}, {@code hts bisect} and
 * {@code hts zoo}.
 */
public final class DeterminismCommands implements CommandProvider {

    /**
     * Returns {@code hts verify} over replaced parts.
     *
     * @param components parts to verify in this JVM, in place of the pipeline's own
     */
    public static CommandLine verify(Components components) {
        return new VerifyCommand(components).commandLine();
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands() {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("verify", () -> verify(Components.STANDARD));
        commands.put(ChildRuns.COMMAND, () -> new CommandLine(new VerifyChildCommand()));
        commands.put("diff", () -> new CommandLine(new DiffCommand()));
        commands.put("reproduce", () -> new ReproduceCommand().commandLine());
        commands.put("relive", () -> new ReliveCommand().commandLine());
        commands.put("bisect", () -> new BisectCommand().commandLine());
        commands.put(
                "zoo",
                () -> ZooCommand.commandLine(
                        new ZooReproduceCommand().commandLine(), new ZooCheckCommand().commandLine()));
        return commands;
    }
}
