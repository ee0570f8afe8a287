package io.htsrl.python;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.htsrl.core.python.Interpreter;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.core.service.Resources;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts worker processes and sends them their Python code through the pipe. A thread that lives as long as the JVM
 * starts them, since Linux ends a worker together with the thread that started it. Any thread.
 */
final class WorkerSource {
    private static final List<String> NAMES = List.of(
            "hts_channel",
            "hts_spaces",
            "hts_rows",
            "hts_making",
            "hts_agents",
            "hts_replica",
            "hts_probe",
            "hts_goals",
            "hts_main");
    /**
     * Variables that limit libraries to one thread, since sums of several threads have other bits, and workers already
     * use the cores.
     */
    private static final List<String> THREADS = List.of(
            "OMP_NUM_THREADS",
            "OPENBLAS_NUM_THREADS",
            "MKL_NUM_THREADS",
            "BLIS_NUM_THREADS",
            "NUMEXPR_NUM_THREADS",
            "VECLIB_MAXIMUM_THREADS");

    private static final String BOOT = text("boot");
    private static final byte[] MODULES = modules();
    private static final ExecutorService STARTER =
            Executors.newSingleThreadExecutor(DaemonThreads.named("python-spawner"));

    private WorkerSource() {}

    private static byte[] modules() {
        ArrayNode list = PythonJson.object().putArray("modules");
        NAMES.forEach(name -> list.addArray().add(name).add(text(name)));
        return PythonJson.bytes(list);
    }

    private static String text(String module) {
        return Resources.text(WorkerSource.class, "worker/" + module + ".py");
    }

    /** Returns the first data that a process reads after the length. */
    static byte[] code() {
        return MODULES.clone();
    }

    /** @throws IOException when the program does not exist */
    static Process start(Interpreter interpreter) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(interpreter.executable(), "-c", BOOT));
        Map<String, String> variables = builder.environment();
        THREADS.forEach(name -> variables.put(name, "1"));
        variables.put("PYTHONHASHSEED", "0"); // otherwise the order of sets is random
        variables.put("PYTHONUNBUFFERED", "1"); // otherwise the last lines of a killed process are lost
        variables.put("PYTHONIOENCODING", "utf-8:backslashreplace");
        variables.putIfAbsent("PYGAME_HIDE_SUPPORT_PROMPT", "1");
        try {
            return STARTER.submit(builder::start).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException refused ? refused : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before it was started", e);
        }
    }
}
