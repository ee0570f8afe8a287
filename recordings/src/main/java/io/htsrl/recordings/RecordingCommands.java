package io.htsrl.recordings;

import io.htsrl.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds the command of this module to the program. */
public final class RecordingCommands implements CommandProvider {
    @Override
    public List<CommandLine> commands() {
        return List.of(new RecordCommand().commandLine());
    }
}
