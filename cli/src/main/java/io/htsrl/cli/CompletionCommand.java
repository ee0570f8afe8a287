package io.htsrl.cli;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code hts completion}: prints a script with which a shell completes commands and flags. One thread. */
@Command(
        name = "completion",
        header = "Prints a script that completes commands and flags in a shell.",
        footer = {
            "  source <(hts completion bash)                 # also in ~/.bashrc or ~/.zshrc",
            "  hts completion fish > ~/.config/fish/completions/hts.fish"
        })
final class CompletionCommand extends PlainCommand {
    private static final String NAME = "hts";

    @Parameters(paramLabel = "SHELL", arity = "1", description = "bash, zsh or fish.")
    private String shell;

    @Override
    public Integer call() {
        PrintWriter out = out();
        switch (shell) {
            case "bash", "zsh" ->
                out.print(AutoComplete.bash(NAME, spec().root().commandLine())); // serves both
            case "fish" -> spec().root().subcommands().forEach((name, command) -> printFish(name, command, out));
            default ->
                throw new ConfigurationException("SHELL", shell, "must be bash, zsh or fish", "give one of them");
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void printFish(String name, CommandLine command, PrintWriter out) {
        CommandSpec spec = command.getCommandSpec();
        String header = String.join(" ", spec.usageMessage().header());
        out.printf("complete -c %s -f -n __fish_use_subcommand -a %s -d %s%n", NAME, name, quoted(header));
        for (OptionSpec option : spec.options()) {
            String flag = option.longestName();
            if (!option.hidden() && flag.startsWith("--")) {
                out.printf(
                        "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s%s%n",
                        NAME, name, flag.substring(2), option.arity().max() == 0 ? "" : " -r");
            }
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
