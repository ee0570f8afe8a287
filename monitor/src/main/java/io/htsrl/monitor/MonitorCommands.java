package io.htsrl.monitor;

import io.htsrl.cli.CommandProvider;
import io.htsrl.monitor.graph.GraphCommand;
import io.htsrl.monitor.live.WatchCommand;
import io.htsrl.monitor.onnx.ExportCommand;
import io.htsrl.monitor.tensorboard.TensorBoardCommand;
import java.util.List;
import picocli.CommandLine;

/** Adds the commands of this module to the program. */
public final class MonitorCommands implements CommandProvider {
    @Override
    public List<CommandLine> commands() {
        return List.of(
                new GraphCommand().commandLine(),
                new CommandLine(new WatchCommand()),
                new CommandLine(new ExportCommand()),
                new CommandLine(new TensorBoardCommand()));
    }
}
