package io.htsrl.trainer.cli;

import picocli.CommandLine;

/**
 * A further subcommand of {@code hts}, from a jar that the trainer does not know: name the class in
 * {@code META-INF/services}. One thread, once a command line.
 *
 * <p>What the command throws is told by {@code hts}: a {@link io.htsrl.core.ConfigurationException} as the user's
 * mistakes, with exit code 2; anything else with its stack trace, with exit code 1.
 */
public interface CommandProvider {

    /** A new one, with a name of its own. */
    CommandLine command();
}
