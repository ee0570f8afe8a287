package io.htsrl.cli;

import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Further subcommands of {@code hts}, from a jar that this module does not know: name the class in
 * {@code META-INF/services}. One thread, once a command line.
 *
 * <p>{@code hts} reports what the command throws: a {@link io.htsrl.core.error.ConfigurationException} as the user's
 * mistakes, with exit code 2; anything else with its stack trace, with exit code 1.
 */
public interface CommandProvider {

    /** Returns what makes each command, by its name, which no other command has; in the order of the help. */
    Map<String, Supplier<CommandLine>> commands();
}
