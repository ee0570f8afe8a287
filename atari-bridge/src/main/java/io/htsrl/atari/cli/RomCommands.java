package io.htsrl.atari.cli;

import io.htsrl.trainer.cli.CommandProvider;
import picocli.CommandLine;

/** Adds {@code hts roms} to the program. */
public final class RomCommands implements CommandProvider {

    @Override
    public CommandLine command() {
        return new CommandLine(new RomsCommand());
    }
}
