package io.htsrl.benchmarks;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.service.VectorModule;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the pipeline's overhead over an emulator: agent steps per second of 16 Atari environments under random
 * actions, by plain loops on two threads, and through executors, buffers, banks and digests with a policy that computes
 * nothing and a learner that learns nothing. The two take turns; medians and their ratio are printed.
 *
 * <p>Arguments: {@code [repetitions] [environment]}.
 */
public final class EmulatorThroughput {
    private static final int ENVIRONMENTS = 16;
    private static final int THREADS = 2;
    /** More than the threads of the plain loops, so that a game that resets blocks one executor and not the core. */
    private static final int EXECUTORS = 4;

    private static final int STEPS = 1024;
    private static final int FRAME_SKIP = 4;

    private EmulatorThroughput() {}

    public static void main(String[] args) throws Exception {
        VectorModule.load(); // before a class that uses it is linked
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        String environment = args.length > 1 ? args[1] : "ALE/HomebrewPaddle-v0";
        List<Double> loops = new ArrayList<>();
        List<Double> pipeline = new ArrayList<>();
        for (int repetition = 0; repetition <= repetitions; repetition++) {
            double loopRate = loopRate(environment);
            double pipelineRate = pipelineRate(environment);
            if (repetition > 0) { // the first is warm-up
                loops.add(loopRate);
                pipeline.add(pipelineRate);
            }
        }
        print("plain loops", loops);
        print("pipeline", pipeline);
        System.out.printf(Locale.ROOT, "%-12s %10.1f %%%n", "ratio", 100 * median(pipeline) / median(loops));
    }

    private static void print(String name, List<Double> rates) {
        System.out.printf(
                Locale.ROOT,
                "%-12s %,10.0f steps/s, %,10.0f frames/s (%,.0f .. %,.0f steps/s)%n",
                name,
                median(rates),
                FRAME_SKIP * median(rates),
                rates.stream().min(Double::compare).orElseThrow(),
                rates.stream().max(Double::compare).orElseThrow());
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Returns steps per second of plain loops. */
    private static double loopRate(String id) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<Environment> environments = new ArrayList<>();
        for (int index = 0; index < ENVIRONMENTS; index++) {
            environments.add(Environments.create(id, Map.of()));
        }
        long start = System.nanoTime();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread;
            threads.add(new Thread(() -> {
                for (int index = first; index < ENVIRONMENTS; index += THREADS) {
                    play(environments.get(index), index);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        environments.forEach(Environment::close);
        return ENVIRONMENTS * STEPS / seconds;
    }

    private static void play(Environment environment, int index) {
        RandomStream draws = RandomStream.root(1).spawn(index);
        int actions = ((ActionSpace.Discrete) environment.spec().actionSpace()).count();
        ObservationSlot slot = new ObservationSlot()
                .at(new byte[environment.spec().observationSpace().size()], 0);
        StepResult result = new StepResult();
        float[] action = new float[1];
        environment.reset(draws.bits(-1), slot);
        for (int step = 0; step < STEPS; step++) {
            action[0] = (int) (draws.uniform(step) * actions);
            environment.step(action, 0, slot, result);
            if (result.done()) {
                environment.reset(draws.bits(-2 - step), slot);
            }
        }
    }

    /** Returns steps per second through executors, buffers and banks. */
    private static double pipelineRate(String id) throws Exception {
        RunConfig config = Hts.configure(
                "--algo",
                "a2c",
                "--env",
                id,
                "--network",
                "mlp",
                "--hidden-sizes",
                "1",
                "--num-envs",
                "" + ENVIRONMENTS,
                "--sync-interval",
                "128",
                "--executors",
                "" + EXECUTORS,
                "--total-timesteps",
                "" + ENVIRONMENTS * STEPS,
                "--wait",
                "blocking");
        return new Trainer(config, Attachments.none().with(new IdleComponents(false)))
                .run()
                .stepsPerSecond();
    }
}
