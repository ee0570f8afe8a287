package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Backend;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.model.RecordedSpaces;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Identifies the run that took a checkpoint: has every setting, so that it is never taken for another run's, and
 * everything else that the bits depend on. Stateless, any thread.
 */
public final class CheckpointIdentity {
    private static final String SETTING = "setting.";
    private static final String TOTAL = "total-timesteps";
    private static final String PLANS = "annealed-over";
    private static final String PLATFORM = "platform.";

    private CheckpointIdentity() {}

    /** Returns the metadata of checkpoints of a run whose {@code config.yaml} has {@code settings}. */
    static Map<String, String> of(Map<String, String> settings, RunConfig config) {
        Map<String, String> metadata = new LinkedHashMap<>(ModelFile.network(config));
        settings.forEach((key, value) -> metadata.put(SETTING + key, value));
        platform(config).forEach((key, value) -> metadata.put(PLATFORM + key, value));
        return metadata;
    }

    /** Returns what bits depend on besides the settings: with native products more than the program. */
    private static Map<String, String> platform(RunConfig config) {
        BuildInfo build = BuildInfo.current();
        Map<String, String> platform = new LinkedHashMap<>();
        platform.put("hts-rl", build.toString());
        config.ask(Environment::software)
                .forEach((name, version) -> platform.put("the environment's " + name, version));
        Backend backend = config.pipeline().backend();
        if (backend == Backend.JVM) {
            return platform;
        }
        build.libraries().forEach(platform::put);
        platform.put("cpu", String.valueOf(BuildInfo.cpuModel()));
        platform.put("native library", ComputeBackend.of(backend).expected().library());
        platform.put("OMP_NUM_THREADS", String.valueOf(System.getenv("OMP_NUM_THREADS")));
        platform.put("DNNL_MAX_CPU_ISA", String.valueOf(System.getenv("DNNL_MAX_CPU_ISA")));
        return platform;
    }

    /**
     * Refuses a checkpoint of another configuration than the run's. The run's timesteps may have been raised since:
     * where nothing is annealed over them, they decide nothing that the checkpoint holds.
     *
     * @param config configuration of {@code run}
     * @throws ConfigurationException that names every setting that differs
     */
    public static void check(CheckpointFile checkpoint, RunReader run, RunConfig config) {
        Map<String, String> here = asOf(CheckpointFolder.interval(checkpoint.path()), run.settings(), config);
        Map<String, String> there = stripped(checkpoint.metadata(), SETTING);
        if (config.algorithm().annealed().isEmpty()) {
            here.remove(TOTAL);
            there.remove(TOTAL);
        }
        TreeSet<String> keys = new TreeSet<>(here.keySet());
        keys.addAll(there.keySet());
        Violations violations = new Violations();
        for (String key : keys) {
            String a = here.get(key);
            String b = there.get(key);
            violations.check(
                    a != null && a.equals(b) || !matters(key, a, b),
                    key,
                    a,
                    "must be " + b + ", as when checkpoint " + checkpoint.path().getFileName() + " was taken",
                    "fix " + run.configFile() + ", or take that checkpoint's own run");
        }
        String masked = ModelFile.NETWORK + RecordedSpaces.MASKED;
        violations.check(
                Objects.equals(
                        checkpoint.metadata().get(masked),
                        ModelFile.network(config).get(masked)),
                "env",
                config.env(),
                "must mask actions as it did when checkpoint "
                        + checkpoint.path().getFileName() + " was taken; "
                        + "earlier versions ignored the masks of Python's",
                "train again, or evaluate what was learned");
        violations.throwIfAny();
    }

    /** Returns the settings that were planned when the run's checkpoint after {@code interval} intervals was taken. */
    private static Map<String, String> asOf(long interval, Map<String, String> settings, RunConfig config) {
        Map<String, String> then = new LinkedHashMap<>(settings);
        RunConfig past = config.asOf(interval);
        then.put(TOTAL, Long.toString(past.totalTimesteps()));
        then.remove(PLANS);
        if (!past.annealedOver().isEmpty()) {
            then.put(PLANS, ResumePlan.plans(past));
        }
        ForkSettings.restore(config.earlierSettings(), interval, then);
        return then;
    }

    /**
     * Returns whether a setting must be equal. The step time changes no bit, but its sampler has a state. The choice of
     * lines changes none, but one file cannot have both.
     */
    private static boolean matters(String key, String here, String there) {
        return key.equals("step-time") || key.equals("log-all") || CliSettings.decidesBits(key, here, there);
    }

    /** Returns a text for each change since the checkpoint that may change bits. */
    public static List<String> changes(CheckpointFile checkpoint, RunConfig config) {
        Map<String, String> then = stripped(checkpoint.metadata(), PLATFORM);
        List<String> changes = new ArrayList<>();
        platform(config).forEach((key, now) -> {
            String before = then.get(key);
            if (!now.equals(before)) {
                changes.add(key + " is " + now + (before == null ? ", and was not recorded" : " and was " + before));
            }
        });
        return changes;
    }

    private static Map<String, String> stripped(Map<String, String> metadata, String prefix) {
        Map<String, String> stripped = new LinkedHashMap<>();
        metadata.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                stripped.put(key.substring(prefix.length()), value);
            }
        });
        return stripped;
    }
}
