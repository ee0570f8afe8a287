package io.htsrl.monitor;

import io.htsrl.cli.CommandProvider;
import io.htsrl.monitor.graph.GraphCommand;
import io.htsrl.monitor.live.WatchCommand;
import io.htsrl.monitor.onnx.ExportCommand;
import io.htsrl.monitor.tensorboard.TensorBoardCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds the commands of this module to the program. */
public final class MonitorCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands() {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("graph", () -> new GraphCommand().commandLine());
        commands.put("watch", () -> new CommandLine(new WatchCommand()));
        commands.put("export", () -> new CommandLine(new ExportCommand()));
        commands.put("tensorboard", () -> new CommandLine(new TensorBoardCommand()));
        return commands;
    }
}
