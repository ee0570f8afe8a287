package io.htsrl.atari.cli;

import io.htsrl.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code hts roms} to the program. */
public final class RomCommands implements CommandProvider {

    @Override
    public List<CommandLine> commands() {
        return List.of(new CommandLine(new RomsCommand()));
    }
}
