package io.htsrl.cli.rundir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.cli.rundir.JsonDocument.JsonKind;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.service.VectorModule;
import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.replay.Ratio;
import io.htsrl.trainer.config.InitialParameters;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.RecordedSpaces;
import io.htsrl.trainer.recording.RecordingSource;
import io.htsrl.trainer.report.EnvironmentReport;
import io.htsrl.trainer.report.SelfCheckReport;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** {@code manifest.json}: the run, its build and machine, and its command line. Stateless, any thread. */
public final class Manifest {
    /** Key of the environment's spaces, see {@link RecordedSpaces}. */
    static final String SPACES = "spaces";

    private static final String RESTARTS = "environment_restarts";
    /** Key of the list of resumptions. */
    public static final String RESUMED = "resumed";
    /** Key of the versions of the environment's packages. */
    public static final String ENVIRONMENT_SOFTWARE = "environment_software";

    /** Key of the list of forks. */
    public static final String FORKS = "forks";

    /** Kinds of the values that readers use or add to. */
    static final Map<String, JsonKind> FORM = Map.ofEntries(
            Map.entry("started", JsonKind.INSTANT),
            Map.entry("hts_rl", JsonKind.OBJECT),
            Map.entry("seed", JsonKind.WHOLE),
            Map.entry("deterministic", JsonKind.TRUTH),
            Map.entry("backend", JsonKind.OBJECT),
            Map.entry("self_check", JsonKind.OBJECT),
            Map.entry(RESUMED, JsonKind.OBJECTS),
            Map.entry(FORKS, JsonKind.OBJECTS),
            Map.entry(RESTARTS, JsonKind.WHOLE),
            Map.entry(SPACES, JsonKind.OBJECT));
    /** Keys of these that every manifest has. */
    static final Set<String> ALWAYS = Set.of("started", "hts_rl", "seed");

    private Manifest() {}

    /**
     * Returns the manifest of a run of this JVM.
     *
     * @param commandLine the arguments as given
     * @param checkpoints exactness of runs resumed from them, in words
     */
    public static String of(
            RunConfig config, BuildInfo build, List<String> commandLine, Instant start, String checkpoints) {
        Map<String, Object> map = map(config, build, commandLine, start);
        map.put("checkpoints", checkpoints);
        return JsonDocument.pretty(map);
    }

    /** Returns the same manifest without checkpoints, as a part of another document. */
    public static Map<String, Object> map(RunConfig config, BuildInfo build, List<String> commandLine, Instant start) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "hts_rl",
                JsonDocument.object("version", build.version(), "commit", build.commit(), "dirty", build.dirty()));
        map.put("started", start.toString());
        map.put("command_line", commandLine);
        map.put("algo", config.algorithm().algorithm());
        map.put("env", config.env());
        map.put(SPACES, RecordedSpaces.of(config.ask(Environment::spec)));
        map.put("seed", config.seed());
        if (config.initial() != null) {
            InitialParameters initial = config.initial();
            map.put("initial_parameters", JsonDocument.object("file", initial.source(), "digest", initial.digest()));
        }
        if (config.recording() != null) {
            RecordingSource from = config.recording();
            map.put("recording", JsonDocument.object("file", from.file().toString(), "digest", from.digest()));
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
     * Returns the manifest of a run that continues in this JVM.
     *
     * @param manifest the manifest so far; is changed
     * @param before configuration of the run so far
     * @param interval interval from which it continues
     * @param checkpoints as in {@link #of}
     */
    public static String resumed(
            ObjectNode manifest,
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
            Map<String, Object> total =
                    JsonDocument.object("before", before.totalTimesteps(), "now", config.totalTimesteps());
            total.put(
                    "annealed_over_the_new_total_from_here", config.algorithm().annealed());
            part.put("total_timesteps", total);
        }
        part.put(
                "hts_rl",
                JsonDocument.object("version", build.version(), "commit", build.commit(), "dirty", build.dirty()));
        part.put("started", start.toString());
        part.put("command_line", commandLine);
        part.put("threads", threads(config.pipeline()));
        part.put("checkpoints", checkpoints);
        putMachine(part, build, config);
        manifest.withArray(RESUMED).addPOJO(part);
        return JsonDocument.pretty(manifest);
    }

    /**
     * Returns the manifest of a fork.
     *
     * @param manifest the origin's; is changed
     * @param origin the origin's folder
     * @param interval first interval that may differ
     * @param digest the origin's digest before it; empty where the origin has left it out
     * @param before values of the changed settings until there, in {@code config.yaml}'s form
     */
    public static String forked(
            ObjectNode manifest,
            Path origin,
            long interval,
            String digest,
            Map<String, String> before,
            BuildInfo build,
            List<String> commandLine,
            Instant start) {
        Map<String, Object> fork =
                JsonDocument.object("origin", origin.toString(), "interval", interval, "digest", digest);
        fork.put("settings_before", before);
        fork.put(
                "hts_rl",
                JsonDocument.object("version", build.version(), "commit", build.commit(), "dirty", build.dirty()));
        fork.put("started", start.toString());
        fork.put("command_line", commandLine);
        manifest.withArray(FORKS).addPOJO(fork);
        return JsonDocument.pretty(manifest);
    }

    /** Returns the part of a manifest that describes this process: the newest one of a resumed run. */
    private static ObjectNode newest(ObjectNode manifest) {
        JsonNode parts = manifest.path(RESUMED);
        return parts.isEmpty() ? manifest : (ObjectNode) parts.get(parts.size() - 1);
    }

    /**
     * Adds the results of the check of the environment to the manifest of a run that is about to begin or to continue.
     */
    static void add(ObjectNode manifest, EnvironmentReport report) {
        newest(manifest)
                .putObject("environment_check")
                .put("steps_compared", report.steps())
                .put("differs", report.differs());
        if (!report.differs().isEmpty()) {
            allowed(manifest, "the environment does not repeat itself: " + report.differs());
        }
    }

    /** Notes why the run promises no bits, where the settings alone do not say it. */
    private static void allowed(ObjectNode manifest, String why) {
        if (manifest.path("deterministic").asBoolean()) {
            manifest.put("deterministic", false);
            manifest.put("reproducibility", "none: run with --allow-nondeterminism, for " + why);
        }
    }

    /** Adds the results of the self-check; a resumed run's manifest has them in the newest part. */
    static void add(ObjectNode manifest, SelfCheckReport report) {
        ObjectNode part = newest(manifest);
        BackendFacts backend = report.backend();
        if (!backend.blas().isEmpty()) {
            part.withObject("/backend")
                    .put("blas", backend.blas().toLowerCase(Locale.ROOT))
                    .put("blas_threads", backend.blasThreads())
                    .put("omp_threads", backend.ompThreads());
        }
        ObjectNode check = part.putObject("self_check");
        check.put("stable", report.stable());
        ObjectNode different = check.putObject("different");
        report.table()
                .rows()
                .forEach(row -> different.put(
                        row.subject() + ", " + row.question(), row.different() + " of " + row.compared()));
        if (!report.stable()) {
            allowed(manifest, report.table().failures());
        }
    }

    /** Adds that one more environment died and was made again. */
    static void addRestart(ObjectNode manifest) {
        long restarts = manifest.path(RESTARTS).asLong() + 1;
        manifest.put(RESTARTS, restarts);
        manifest.put("deterministic", false);
        manifest.put(
                "reproducibility",
                "none: run with --restart-environments, and environments died " + restarts
                        + " times, which no seed decides");
    }

    private static void putMachine(Map<String, Object> map, BuildInfo build, RunConfig config) {
        Backend backend = config.pipeline().backend();
        BackendFacts facts = backend == Backend.JVM
                ? BackendFacts.jvm()
                : ComputeBackend.of(backend).expected();
        map.put("libraries", build.libraries());
        map.put("backend", JsonDocument.object("name", facts.backend(), "library", facts.library()));
        Map<String, String> software = config.ask(Environment::software);
        if (!software.isEmpty()) {
            map.put(ENVIRONMENT_SOFTWARE, software);
        }
        Map<String, Object> java = read("java.", System::getProperty, "version", "vendor", "vm.name");
        java.put("vm", java.remove("vm.name"));
        java.put("flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
        java.put("max_heap_bytes", Runtime.getRuntime().maxMemory());
        java.put("vector_module", VectorModule.isPresent());
        map.put("java", java);
        map.put("os", read("os.", System::getProperty, "name", "version", "arch"));
        int cores = Runtime.getRuntime().availableProcessors();
        map.put("cpu", JsonDocument.object("model", BuildInfo.cpuModel(), "cores", cores));
        map.put("environment", read("", System::getenv, "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "DNNL_MAX_CPU_ISA"));
    }

    private static Map<String, Object> read(String prefix, UnaryOperator<String> source, String... names) {
        Map<String, Object> map = new LinkedHashMap<>();
        Arrays.stream(names).forEach(name -> map.put(name, source.apply(prefix + name)));
        return map;
    }

    private static String reproducibility(RunConfig config) {
        return config.unpromised()
                .map(why ->
                        "none: under " + why + " the bits depend on timing, equal settings and seed give another run")
                .orElse("equal settings and seed give the bits of this run");
    }

    /**
     * Returns how often the run learns from each step, and the lag of the acting policy in intervals; null where the
     * lag is measured.
     */
    private static Map<String, Object> learning(RunConfig config) {
        Schedule schedule = config.pipeline().schedule();
        Optional<Ratio> updates = config.updatesPerStep();
        Integer lag = schedule.barrier() ? schedule.lag() : null;
        return JsonDocument.object("utd", updates.map(Ratio::toString).orElse(null), "lag", lag);
    }

    private static Map<String, Object> threads(PipelineConfig pipeline) {
        return pipeline.schedule().oneThread()
                ? JsonDocument.object("serial", 1)
                : JsonDocument.object(
                        "executor", pipeline.executors(), "actor", pipeline.actors(), "learner", pipeline.learners());
    }
}
