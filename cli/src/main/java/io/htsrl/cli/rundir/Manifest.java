package io.htsrl.cli.rundir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.cli.rundir.files.Json;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.backend.BackendJars;
import io.htsrl.policies.backend.LibraryChoice;
import io.htsrl.replay.Ratio;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.SelfCheckReport;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code manifest.json}: what ran, on what, started how. Stateless, any thread. */
public final class Manifest {
    private static final String RESTARTS = "environment_restarts";

    private Manifest() {}

    /**
     * The manifest of a run of this JVM.
     *
     * @param commandLine the arguments as given
     * @param checkpoints what resuming from them gives, in words
     */
    public static String of(
            RunConfig config, BuildInfo build, List<String> commandLine, Instant start, String checkpoints) {
        Map<String, Object> map = map(config, build, commandLine, start);
        map.put("checkpoints", checkpoints);
        return Json.pretty(map);
    }

    /** The same without checkpoints, to be put into another document. */
    public static Map<String, Object> map(RunConfig config, BuildInfo build, List<String> commandLine, Instant start) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("hts_rl", entries("version", build.version(), "commit", build.commit(), "dirty", build.dirty()));
        map.put("started", start.toString());
        map.put("command_line", commandLine);
        map.put("algo", config.algorithm().algorithm());
        map.put("env", config.env());
        map.put("seed", config.seed());
        if (config.initial() != null) {
            map.put(
                    "initial_parameters",
                    entries(
                            "file",
                            config.initial().source(),
                            "digest",
                            config.initial().digest()));
        }
        map.put("allow_nondeterminism", config.allowNondeterminism());
        map.put("deterministic", config.unpromised().isEmpty());
        map.put("reproducibility", reproducibility(config));
        map.put("learning", learning(config));
        map.put("threads", threads(config.pipeline()));
        putMachine(map, build, config);
        return map;
    }

    /**
     * The manifest {@code old} of a run that goes on in this JVM.
     *
     * @param interval    where
     * @param checkpoints as in {@link #of}
     */
    public static String resumed(
            JsonNode old,
            RunConfig config,
            BuildInfo build,
            List<String> commandLine,
            Instant start,
            long interval,
            String checkpoints) {
        return resumed(old, config, config, build, commandLine, start, interval, checkpoints);
    }

    /**
     * The same of a run that may be given more.
     *
     * @param before what the run was until now
     */
    public static String resumed(
            JsonNode old,
            RunConfig before,
            RunConfig config,
            BuildInfo build,
            List<String> commandLine,
            Instant start,
            long interval,
            String checkpoints) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("interval", interval);
        if (before.totalTimesteps() != config.totalTimesteps()) {
            part.put(
                    "total_timesteps",
                    entries(
                            "before",
                            before.totalTimesteps(),
                            "now",
                            config.totalTimesteps(),
                            "annealed_over_the_new_total_from_here",
                            config.algorithm().annealed()));
        }
        part.put("hts_rl", entries("version", build.version(), "commit", build.commit(), "dirty", build.dirty()));
        part.put("started", start.toString());
        part.put("command_line", commandLine);
        part.put("threads", threads(config.pipeline()));
        part.put("checkpoints", checkpoints);
        putMachine(part, build, config);
        ObjectNode manifest = old.deepCopy();
        manifest.withArray("resumed").addPOJO(part);
        return Json.pretty(manifest);
    }

    /**
     * A manifest with what the self-check found; that of a resumed run has it with the newest part.
     *
     * @param old of a run that is about to begin, or to go on
     */
    public static String checked(JsonNode old, SelfCheckReport report) {
        ObjectNode manifest = old.deepCopy();
        JsonNode parts = manifest.path("resumed");
        ObjectNode part = parts.isEmpty() ? manifest : (ObjectNode) parts.get(parts.size() - 1);
        BackendFacts backend = report.backend();
        if (!backend.blas().isEmpty()) {
            part.withObject("/backend")
                    .put("blas", backend.blas().toLowerCase(Locale.ROOT))
                    .put("blas_threads", backend.blasThreads())
                    .put("omp_threads", backend.ompThreads());
        }
        ObjectNode check = part.putObject("self_check");
        check.put("stable", report.stable()).put("acting_route", report.route());
        report.rejected().forEach(check.putArray("rejected_routes")::add);
        ObjectNode different = check.putObject("different");
        report.table()
                .rows()
                .forEach(row -> different.put(
                        row.subject() + ", " + row.question(), row.different() + " of " + row.compared()));
        if (!report.stable() && manifest.path("deterministic").asBoolean()) {
            manifest.put("deterministic", false);
            manifest.put(
                    "reproducibility",
                    "none: run with --allow-nondeterminism, for "
                            + report.table().failures());
        }
        return Json.pretty(manifest);
    }

    /** A manifest of a run in which one more environment died and was made again. */
    public static String restarted(JsonNode old) {
        ObjectNode manifest = old.deepCopy();
        long restarts = manifest.path(RESTARTS).asLong() + 1;
        manifest.put(RESTARTS, restarts);
        manifest.put("deterministic", false);
        manifest.put(
                "reproducibility",
                "none: run with --restart-environments, and environments died " + restarts
                        + " times, which no seed decides");
        return Json.pretty(manifest);
    }

    private static void putMachine(Map<String, Object> map, BuildInfo build, RunConfig config) {
        Backend backend = config.pipeline().backend();
        BackendFacts jvm = BackendFacts.jvm();
        map.put("libraries", build.libraries());
        map.put(
                "backend",
                backend == Backend.JVM
                        ? entries("name", jvm.backend(), "library", jvm.library())
                        : entries("name", BackendJars.onClassPath().backend(), "library", LibraryChoice.classifier()));
        Map<String, String> software = config.ask(Environment::software);
        if (!software.isEmpty()) {
            map.put("environment_software", software);
        }
        map.put("java", java());
        map.put(
                "os",
                entries(
                        "name",
                        System.getProperty("os.name"),
                        "version",
                        System.getProperty("os.version"),
                        "arch",
                        System.getProperty("os.arch")));
        map.put("cpu", entries("model", Machine.cpuModel(), "cores", Machine.cores()));
        map.put(
                "environment",
                entries(
                        "OMP_NUM_THREADS",
                        System.getenv("OMP_NUM_THREADS"),
                        "OPENBLAS_NUM_THREADS",
                        System.getenv("OPENBLAS_NUM_THREADS"),
                        "DNNL_MAX_CPU_ISA",
                        System.getenv("DNNL_MAX_CPU_ISA")));
    }

    private static Map<String, Object> java() {
        return entries(
                "version",
                System.getProperty("java.version"),
                "vendor",
                System.getProperty("java.vendor"),
                "vm",
                System.getProperty("java.vm.name"),
                "flags",
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                "max_heap_bytes",
                Runtime.getRuntime().maxMemory(),
                "vector_module",
                Machine.vectorModule());
    }

    private static String reproducibility(RunConfig config) {
        return config.unpromised()
                .map(why ->
                        "none: under " + why + " the bits depend on timing, equal settings and seed give another run")
                .orElse("equal settings and seed give the bits of this run");
    }

    /** How much is learnt of each step, and how far acting lags behind, in intervals; null where it is measured. */
    private static Map<String, Object> learning(RunConfig config) {
        Schedule schedule = config.pipeline().schedule();
        return entries(
                "utd",
                config.algorithm()
                        .updatesPerStep(config.pipeline())
                        .map(Ratio::toString)
                        .orElse(null),
                "lag",
                schedule.barrier() ? schedule.lag() : null);
    }

    private static Map<String, Object> threads(PipelineConfig pipeline) {
        return pipeline.schedule().oneThread()
                ? entries("serial", 1)
                : entries("executor", pipeline.executors(), "actor", pipeline.actors(), "learner", pipeline.learners());
    }

    private static Map<String, Object> entries(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
