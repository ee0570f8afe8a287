package io.htsrl.monitor.tracking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.python.Interpreter;
import io.htsrl.core.service.Resources;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * {@code --logger wandb}: writes the offline run directory of Weights &amp; Biases into the run directory, through the
 * package {@code wandb} of the user's Python; {@code wandb sync} uploads it. The process ends when its input does. One
 * thread.
 */
public final class WandbLogger extends TrackingLog implements RunLogger {
    private static final String READY = "hts-rl: ready";
    private static final int SECONDS = 45;

    private final Optional<Path> folder;
    private final Map<String, String> environment;
    private Process process;
    private Writer in;

    /** Creates the service, which writes into the run directory. */
    public WandbLogger() {
        this(Optional.empty(), System.getenv());
    }

    /** Creates a logger for a program, whose runs have no directory; it writes into {@code folder}. */
    public WandbLogger(Path folder) {
        this(Optional.of(folder), System.getenv());
    }

    WandbLogger(Optional<Path> folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    @Override
    public String name() {
        return "wandb";
    }

    @Override
    public RunLog open(RunContext run) throws IOException {
        Interpreter python = Interpreter.of(
                Optional.ofNullable(run.settings().get(Interpreter.OPTION)).filter(name -> !name.isBlank()),
                environment);
        Path to = folder.or(run::folder)
                .orElseThrow(() -> new ConfigurationException(
                        name(), null, "must have a folder to write to", "give new WandbLogger(folder)"))
                .toAbsolutePath();
        try {
            process = new ProcessBuilder(python.executable(), "-c", Resources.text(WandbLogger.class, "wandb_log.py"))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw python.cannotStart(e);
        }
        in = process.outputWriter(StandardCharsets.UTF_8);
        ObjectNode init = JSON.objectNode()
                .put("dir", to.toString())
                .put("id", run.resumed() ? former(to) : null)
                .put("name", to.getFileName().toString());
        ObjectNode config = init.putObject("config");
        run.settings().forEach(config::put);
        String printed = "";
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) { // what it prints later is not read
            send(init);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals(READY)) {
                    return this;
                }
                printed = line.isBlank() ? printed : line;
            }
        } catch (IOException e) {
            printed = e.toString(); // it has ended
        }
        throw new ConfigurationException(
                "--logger",
                name(),
                "needs a Python with the package wandb that works, and " + python.executable() + " ended with: "
                        + printed,
                "pip install wandb there, or name another Python with --python or HTS_PYTHON");
    }

    /** Returns the id of the run before it was resumed, which its folder's name ends with; null if it has none. */
    private static String former(Path folder) throws IOException {
        Path own = folder.resolve("wandb");
        if (!Files.isDirectory(own)) {
            return null;
        }
        try (Stream<Path> runs = Files.list(own)) {
            return runs.map(run -> run.getFileName().toString())
                    .filter(name -> name.matches("(offline-)?run-.*-\\w+"))
                    .sorted()
                    .map(name -> name.substring(name.lastIndexOf('-') + 1))
                    .findFirst()
                    .orElse(null);
        }
    }

    private void send(ObjectNode message) throws IOException {
        in.write(message + "\n");
        in.flush();
    }

    @Override
    void log(long step, Map<String, Double> values) throws IOException {
        ObjectNode message = JSON.objectNode().put("global_step", step);
        values.forEach(message::put);
        send(message);
    }

    @Override
    public void close(RunOutcome outcome) throws IOException, InterruptedException {
        try (Writer last = in) {
            last.write(JSON.objectNode()
                            .put(
                                    "digest",
                                    outcome.result()
                                            .map(result -> result.digest())
                                            .orElse(null))
                            .put("exit_code", outcome.end() == RunOutcome.End.FAILED ? 1 : 0)
                    + "\n");
        }
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("wandb has not ended after " + SECONDS + " s");
        }
    }
}
