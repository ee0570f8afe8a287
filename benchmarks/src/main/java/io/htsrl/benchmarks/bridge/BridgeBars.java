package io.htsrl.benchmarks.bridge;

import io.htsrl.core.service.VectorModule;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Measures steps per second of Python environments through the whole pipeline without learning, in turns with Python's
 * own vector environments, and compares them with bars: the time of a step of a trivial environment, and the speed of
 * HalfCheetah relative to plain loops. Exits with 1 if a bar is missed. One thread.
 */
@Command(
        name = "bridge",
        sortOptions = false,
        customSynopsis = "benchmarks/run bridge --python EXE [--rounds N] [--steps S] [PART...]",
        description =
                "Compares Python environments in our pipeline with plain loops, AsyncVectorEnv and SubprocVecEnv.")
public final class BridgeBars implements Callable<Integer> {
    private static final int ENVS = 16;
    private static final String CHEETAH = "HalfCheetah-v5";
    private static final String OURS = "hts-rl";
    private static final double SINGLE_MICROS = 40;
    private static final double SHARED_WORKER_MICROS = 10;

    /** Part of the measurement. */
    enum Part {
        SINGLE,
        SHARED,
        CHEETAH,
        VECTORS
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--python", required = true, description = "Python interpreter with gymnasium[mujoco] and SB3.")
    private String python;

    @Option(names = "--rounds", description = "Timed runs of each contender, after one warm-up run; default 5.")
    private int rounds = 5;

    @Option(
            names = "--steps",
            description = "Steps of each HalfCheetah in a run, of others in proportion; default 8192.")
    private long steps = 8192;

    @Option(names = "--train-flags", description = "Additional flags of hts train, such as '--wait blocking'.")
    private String flags = "";

    @Option(names = "--scripts", defaultValue = "benchmarks/src/main/python", description = "Folder of peers.py.")
    private Path scripts;

    @Parameters(description = "Parts to measure: ${COMPLETION-CANDIDATES}; default all.")
    private List<Part> parts = List.of(Part.values());

    private final Rates rates = new Rates();
    private final List<Contender> contenders = new ArrayList<>();
    private final List<Bar> bars = new ArrayList<>();

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new BridgeBars())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws Exception {
        parts.forEach(this::add);
        for (int round = 0; round <= rounds; round++) {
            for (Contender contender : contenders) {
                Speed speed = contender.run();
                if (round > 0) { // the first is warm-up
                    rates.add(contender.name(), speed);
                }
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(rates.table());
        bars.forEach(bar -> out.println(bar.text(rates)));
        out.flush();
        return bars.stream().allMatch(bar -> bar.reached(rates)) ? 0 : 1;
    }

    private void add(Part part) {
        switch (part) {
            case SINGLE -> trivial("1 trivial", 1, SINGLE_MICROS);
            case SHARED -> trivial("16 trivial, 1 worker", ENVS, SHARED_WORKER_MICROS);
            case CHEETAH -> peer("plain loops", "plain", steps / 2, 0.9);
            case VECTORS -> {
                peer("AsyncVectorEnv", "gymnasium_async", steps / 16, 1.3);
                peer("SubprocVecEnv", "sb3_subproc", steps / 16, 1.5);
            }
        }
    }

    private void trivial(String name, int envs, double micros) {
        long each = 32 * steps / (envs == 1 ? 1 : 8);
        contenders.add(new PipelineRate(name, "gym:trivial:Trivial", envs, each, flags("--python-workers", "1")));
        bars.add(Bar.micros(name, micros));
    }

    /** Adds a peer, and our own contender if it is not there yet. */
    private void peer(String name, String how, long each, double ratio) {
        if (bars.stream().noneMatch(bar -> bar.contender().equals(OURS))) {
            contenders.add(new PipelineRate(OURS, "gym:" + CHEETAH, ENVS, steps, flags()));
        }
        contenders.add(new PeerRate(name, python, scripts, how, CHEETAH, ENVS, each));
        bars.add(Bar.ratio(OURS, name, ratio));
    }

    private List<String> flags(String... more) {
        List<String> all = new ArrayList<>(List.of("--python", python));
        all.addAll(List.of(more));
        if (!flags.isBlank()) {
            all.addAll(List.of(flags.trim().split(" +")));
        }
        return all;
    }
}
