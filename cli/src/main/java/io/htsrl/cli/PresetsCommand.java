package io.htsrl.cli;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.trainer.settings.Presets;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code hts presets}: lists the settings that come with hts-rl and the runs that they are for. One thread. */
@Command(
        name = "presets",
        header = "Lists the settings that come with hts-rl, or shows some of them.",
        footer = {"  hts presets ppo", "  hts train --preset cleanrl-ppo-atari --env ALE/HomebrewPaddle-v0"})
final class PresetsCommand extends PlainCommand {
    private static final String COMMENT = "# ";

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The preset whose file is shown.")
    private String name;

    @Override
    public Integer call() {
        PrintWriter out = out();
        if (name == null) {
            list(out, "What an algorithm starts from (--algo):", Presets.ofAlgorithms());
            list(
                    out,
                    "%nWhat it has on an environment, or a kind of them (--algo and --env):",
                    Presets.ofEnvironments());
            list(out, "%nPublished settings, above the others (--preset):", Presets.NAMED);
        } else {
            checkName();
            out.print(Presets.text(name));
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void list(PrintWriter out, String heading, List<String> presets) {
        out.printf(heading + "%n");
        presets.forEach(preset -> out.printf(Locale.ROOT, "  %-28s %s%n", preset, header(preset)));
    }

    private void checkName() {
        List<String> presets = Stream.of(Presets.ofAlgorithms(), Presets.ofEnvironments(), Presets.NAMED)
                .flatMap(List::stream)
                .toList();
        Violations.require(
                presets.contains(name),
                "NAME",
                name,
                "must name a preset",
                Suggestions.didYouMean(name, presets).orElse("'hts presets' lists them"));
    }

    /** Returns the comment's first sentence, or the part of it before a colon. */
    private static String header(String preset) {
        String comment = Presets.text(preset)
                .lines()
                .takeWhile(line -> line.startsWith(COMMENT))
                .map(line -> line.substring(COMMENT.length()))
                .collect(Collectors.joining(" "));
        return comment.replaceFirst("(?:\\.|:) .*", "").replaceFirst("\\.$", "") + ".";
    }
}
