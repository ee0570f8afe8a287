package io.htsrl.recordings;

import io.htsrl.cli.CommandProvider;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds the command of this module to the program. */
public final class RecordingCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands() {
        return Map.of("record", () -> new RecordCommand().commandLine());
    }
}
