package io.htsrl.cli.doctor;

import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.EnvironmentComparison;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.backend.ProcessorFeatures;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.kernel.KernelFacts;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.SelfCheckReport;
import io.htsrl.trainer.run.StartCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The doctor for a machine and a configuration, and each of its examinations. Stateless, any thread. */
final class Examinations {
    private static final int LEAST_JAVA = 17;
    private static final long ENOUGH_HEAP = 256L << 20;
    private static final Path CACHE_LINE = Path.of("/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size");
    /** Bytes that the sum tree's children and the Disruptor's sequences are padded for. */
    private static final int PADDED_FOR = 64;

    private static final String FEATURES = "sse4_2 avx f16c fma avx2 avx512f avx512cd avx512bw avx512dq avx512vl "
            + "avx512_vnni avx512_bf16 asimd sve";

    private Examinations() {}

    /**
     * Returns all examinations of this JVM.
     *
     * @param config a checked configuration, whose network is checked
     * @param runs the folder of its run directory
     */
    public static Doctor of(RunConfig config, Path runs) {
        Backend backend = config.pipeline().backend();
        Runtime jvm = Runtime.getRuntime();
        Doctor doctor = new Doctor()
                .with("java", () -> java(Runtime.version().feature(), jvm.maxMemory(), KernelFacts.current()))
                .with("processor", () -> processor(ProcessorFeatures.current()));
        if (backend == Backend.JVM) {
            doctor.with("backend", Examinations::kernel);
        } else {
            ComputeBackend found = ComputeBackend.of(backend); // one that is missing is refused once
            doctor.with("devices", () -> backend(found.devices())).with("backend", () -> backend(found.examine()));
        }
        return doctor.with("ring", () -> ring(config.pipeline().numEnvs(), cacheLine()))
                .with("environment", () -> environment(config))
                .with("network", () -> network(config))
                .with("disk", () -> disk(runs, 64L << 20, 1L << 30));
    }

    /** Examines the JDK, its heap, and the vector module, without which the JVM's kernels are slow. */
    static List<Finding> java(int version, long heap, KernelFacts kernel) {
        String jdk = System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ", "
                + System.getProperty("java.vm.name") + ")";
        String rows = kernel.name() + ", rows padded to " + kernel.alignment() + " floats";
        String most = Numbers.text("%,d MiB at most", heap >> 20);
        return List.of(
                version >= LEAST_JAVA
                        ? Finding.ok("java", jdk)
                        : Finding.wrong("java", jdk, "set JAVA_HOME to a JDK, " + LEAST_JAVA + " or newer"),
                heap >= ENOUGH_HEAP
                        ? Finding.ok("heap", most)
                        : Finding.slow("heap", most, "HTS_JAVA_OPTS=-Xmx2g gives more"),
                kernel.vector()
                        ? Finding.ok("kernel", rows)
                        : Finding.slow(
                                "kernel",
                                rows + ": the same bits, several times slower",
                                "run by ./hts, or give java --add-modules jdk.incubator.vector"));
    }

    /** Examines the processor, its cores, and the features by which libraries choose their code. */
    static List<Finding> processor(ProcessorFeatures features) {
        String model = BuildInfo.cpuModel() == null ? System.getProperty("os.arch") : BuildInfo.cpuModel();
        int cores = Runtime.getRuntime().availableProcessors();
        String known = Arrays.stream(FEATURES.split(" "))
                .filter(features.flags()::contains)
                .collect(Collectors.joining(" "));
        return List.of(
                Finding.ok("processor", model + ", " + cores + " cores for this process"),
                Finding.ok("features", features.known() ? known : "not reported by this system"));
    }

    static List<Finding> kernel() {
        return List.of(Finding.ok("backend", "jvm: " + KernelFacts.current().name() + ", unless --backend says nd4j"));
    }

    /** Converts the findings of another backend of gradients. */
    static List<Finding> backend(List<ComputeBackend.Finding> reported) {
        return reported.stream()
                .map(finding -> finding.remedy().isEmpty()
                        ? Finding.ok(finding.what(), finding.text())
                        : Finding.slow(finding.what(), finding.text(), finding.remedy()))
                .toList();
    }

    /**
     * Examines the rings between executors and actors, and the cache lines that counters are padded for.
     *
     * @param line bytes of a cache line; 0 where the system does not report them
     */
    static List<Finding> ring(int environments, int line) {
        int slots = new DisruptorStateBuffer(environments, WaitMode.PHASED, new RunControl()).capacity();
        String text = slots + " slots for " + environments + " environments";
        String bytes = line == 0 ? "not reported by this system" : line + " bytes";
        return List.of(
                slots >= environments
                        ? Finding.ok("ring", text + ": publishing never waits")
                        : Finding.wrong("ring", text, "please report it"),
                line <= PADDED_FOR
                        ? Finding.ok("cache line", bytes + "; padded for " + PADDED_FOR + (line == 0 ? " bytes" : ""))
                        : Finding.slow(
                                "cache line",
                                bytes + ", and counters are padded for " + PADDED_FOR,
                                "none needed: right, but threads may disturb each other's lines"));
    }

    private static int cacheLine() {
        try {
            return Integer.parseInt(Files.readString(CACHE_LINE).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static List<Finding> environment(RunConfig config) {
        return config.ask(made -> {
            List<Finding> findings = environment(made);
            try (Environment other = config.environments().create()) {
                String differs = difference(made, other);
                if (!differs.isEmpty()) {
                    findings.add(Finding.wrong(
                            "repetition",
                            differs,
                            "let all its chance come from the seed of reset, or run with --allow-nondeterminism"));
                }
            }
            return findings;
        });
    }

    private static String difference(Environment made, Environment other) {
        String known = EnvironmentCheck.of(made).difference();
        return !known.isEmpty() || made instanceof RemoteEnvironment
                ? known
                : EnvironmentComparison.of(made, other).difference();
    }

    /** Describes an environment and its parts. */
    static List<Finding> environment(Environment made) {
        String resumes = made.canSaveState()
                ? "saves its state"
                : made.replayable()
                        ? "resumes by replaying the episode under way"
                        : "cannot be resumed within an episode";
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(
                "environment",
                made.spec().id() + ": observations " + made.spec().observationSpace() + ", " + resumes));
        if (!made.software().isEmpty()) {
            findings.add(Finding.ok(
                    "software",
                    made.software().entrySet().stream()
                            .map(each -> each.getKey() + " " + each.getValue())
                            .collect(Collectors.joining(", "))));
        }
        if (!made.origin().isEmpty()) {
            findings.add(Finding.ok("origin", made.origin()));
        }
        return findings;
    }

    /** Runs the self-check of the network, as a run would. The first pass loads and compiles, so the second counts. */
    private static List<Finding> network(RunConfig config) {
        StartCheck.report(config);
        SelfCheckReport report = StartCheck.report(config);
        List<Finding> findings = new ArrayList<>();
        String algorithm = config.algorithm().algorithm();
        findings.add(Finding.ok("network", config.network().description() + " for " + config.env() + ", " + algorithm));
        report.table().rows().forEach(row -> findings.add(check(row, report)));
        findings.add(conclusion(report));
        return findings;
    }

    private static Finding check(CheckRow row, SelfCheckReport report) {
        String text = Numbers.text("%s, %s: %s (%.1f ms)", row.subject(), row.question(), row.finding(), row.millis());
        return row.holds()
                ? Finding.ok("", text)
                : report.stable() && row.kind() == CheckRow.Kind.DETERMINISM
                        ? Finding.slow("", text, "none needed: the next route is taken")
                        : Finding.wrong("", text, "see below");
    }

    private static Finding conclusion(SelfCheckReport report) {
        if (!report.correct()) {
            return Finding.wrong(
                    "self-check", "the learner computes something else than it should", StartCheck.WRONG_REMEDY);
        }
        if (!report.stable()) {
            return Finding.wrong(
                    "self-check",
                    "bits would depend on more than the settings",
                    "choose another network or backend, or run with --allow-nondeterminism");
        }
        double millis = report.table().millis();
        return Finding.ok("self-check", Numbers.text("%,d comparisons in %.0f ms", report.comparisons(), millis));
    }

    /**
     * Examines whether and how much runs can write.
     *
     * @param runs the folder of the run directories; need not exist
     */
    static List<Finding> disk(Path runs, long least, long enough) {
        Path folder = runs.toAbsolutePath();
        Path existing = folder;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
            return List.of(Finding.wrong("disk", folder + " cannot be written", "give --out another folder"));
        }
        try {
            long free = Files.getFileStore(existing).getUsableSpace();
            String text = Numbers.text("%,d MiB free for %s", free >> 20, folder);
            String remedy = "make room, or give --out a folder on another disk";
            return List.of(
                    free < least
                            ? Finding.wrong("disk", text, remedy)
                            : free < enough
                                    ? Finding.slow("disk", text + ", soon full of checkpoints", remedy)
                                    : Finding.ok("disk", text));
        } catch (IOException e) {
            String reason = ShownText.reason(e);
            return List.of(Finding.slow("disk", folder + " does not tell its free space: " + reason, "look at it"));
        }
    }

    /** Runs examinations in their order. One that fails becomes a finding, and the next one runs. One thread. */
    static final class Doctor {
        private final Map<String, Supplier<List<Finding>>> examinations = new LinkedHashMap<>();

        /** Adds an examination; where it fails, the finding has this {@code name}. */
        public Doctor with(String name, Supplier<List<Finding>> examination) {
            examinations.put(name, examination);
            return this;
        }

        /**
         * Examines, and returns whether nothing is wrong.
         *
         * @param report receives each finding as soon as it is there
         */
        public boolean examine(Consumer<Finding> report) {
            boolean[] well = {true};
            examinations.forEach((name, examination) -> {
                for (Finding finding : findings(name, examination)) {
                    well[0] &= finding.verdict() != Finding.Verdict.WRONG;
                    report.accept(finding);
                }
            });
            return well[0];
        }

        private static List<Finding> findings(String name, Supplier<List<Finding>> examination) {
            try {
                return examination.get();
            } catch (ConfigurationException e) {
                return e.violations().stream()
                        .map(v -> Finding.wrong(name, v.setting() + " " + v.value() + ": it " + v.rule(), v.remedy()))
                        .toList();
            } catch (RuntimeException | LinkageError e) {
                return List.of(Finding.wrong(
                        name, "could not be examined: " + e, "please report it, with the output of 'hts --version'"));
            }
        }
    }
}
