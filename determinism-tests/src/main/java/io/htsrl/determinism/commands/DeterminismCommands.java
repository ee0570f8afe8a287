package io.htsrl.determinism.commands;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.zoo.ZooCommand;
import io.htsrl.trainer.config.Components;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code hts verify}, {@code hts diff}, {@code hts reproduce}, {@code hts relive}, {@code hts bisect} and {@code hts zoo}. */
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
    public List<CommandLine> commands() {
        return List.of(
                verify(Components.STANDARD),
                new CommandLine(new VerifyChildCommand()),
                new CommandLine(new DiffCommand()),
                new ReproduceCommand().commandLine(),
                new ReliveCommand().commandLine(),
                new BisectCommand().commandLine(),
                ZooCommand.commandLine(new ZooReproduceCommand().commandLine(), new ZooCheckCommand().commandLine()));
    }
}
