package io.htsrl.cli;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.VersionText;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.trainer.settings.Presets;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts presets}: the published settings that {@code --preset} takes. One thread. */
@Command(
        name = "presets",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        header = "Lists the published settings that come with hts-rl, or shows one.",
        synopsisHeading = "%nUsage: ",
        footer = {"", "Train with one:  hts train --preset cleanrl-ppo-atari --env ALE/HomebrewPaddle-v0"})
final class PresetsCommand implements Callable<Integer> {
    private static final String COMMENT = "# ";

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The preset whose file is shown.")
    private String name;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (name == null) {
            Presets.NAMED.forEach(preset -> out.printf(Locale.ROOT, "%-22s %s%n", preset, header(preset)));
        } else {
            checkName();
            out.print(Presets.text(name));
        }
        out.flush();
        return ExitCode.OK;
    }

    private void checkName() {
        if (!Presets.NAMED.contains(name)) {
            throw new ConfigurationException(new Violations()
                    .add(
                            "NAME",
                            name,
                            "must name a preset",
                            Suggestions.closest(name, Presets.NAMED)
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse("choose " + Suggestions.oneOf(Presets.NAMED))));
        }
    }

    /** The comment's first sentence. */
    private static String header(String preset) {
        StringBuilder comment = new StringBuilder();
        Presets.text(preset)
                .lines()
                .takeWhile(line -> line.startsWith(COMMENT))
                .forEach(line ->
                        comment.append(line, COMMENT.length(), line.length()).append(' '));
        int end = comment.indexOf(". ");
        return comment.substring(0, end < 0 ? comment.length() : end + 1);
    }
}
