package io.htsrl.benchmarks.soak;

import io.htsrl.cli.Hts;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.service.VectorModule;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Trains at full speed for some minutes, as {@code hts train} does with its files, and checks that live heap, resident
 * memory, threads and open files do not grow: see {@link Growth} for the rule. Exits with 1 if one does. One thread
 * beside the run's.
 *
 * <p>Arguments: {@code [--minutes M]} and then those of {@code hts train}, {@code --algo ppo --env CartPole-v1} for
 * example.
 */
public final class ResourceSoak {
    private static final int SAMPLES = 60;
    private static final double LONGEST = 30;

    private final RunControl control = new RunControl();
    private volatile long steps;

    private ResourceSoak() {}

    public static void main(String[] args) throws Exception {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(run(args, new PrintWriter(System.out))); // threads of native libraries must not keep the process
    }

    /** Returns the exit code. */
    static int run(String[] args, PrintWriter out) throws InterruptedException, ExecutionException {
        boolean given = args.length > 1 && args[0].equals("--minutes");
        double minutes = given ? Double.parseDouble(args[1]) : 10;
        List<String> flags = Arrays.asList(args).subList(given ? 2 : 0, args.length);
        if (!(minutes > 0) || flags.isEmpty()) {
            out.println("usage: [--minutes M] TRAIN-FLAGS..., such as --algo ppo --env CartPole-v1");
            out.flush();
            return 2;
        }
        return new ResourceSoak().soak(minutes * 60, flags, out);
    }

    private int soak(double seconds, List<String> flags, PrintWriter out)
            throws InterruptedException, ExecutionException {
        List<String> arguments = new ArrayList<>(List.of("train", "--quiet"));
        arguments.addAll(flags);
        if (!flags.contains("--total-timesteps")) {
            arguments.addAll(List.of("--total-timesteps", "1e12")); // until it is stopped
        }
        FutureTask<Integer> training =
                new FutureTask<>(() -> Hts.commandLine(this::train).execute(arguments.toArray(String[]::new)));
        Thread thread = new Thread(training, "training");
        thread.setDaemon(true);
        thread.start();
        ResourceTable table = new ResourceTable(out);
        boolean running = watch(training, seconds, table);
        control.requestStop();
        int code = training.get();
        if (running && code == 0) {
            return table.judge() ? 0 : 1;
        }
        out.println("the training ended early, with exit code " + code + ": there is nothing to judge");
        out.flush();
        return 1;
    }

    /** Takes samples for {@code seconds} after the first step; returns whether the training was still running then. */
    private boolean watch(FutureTask<Integer> training, double seconds, ResourceTable table)
            throws InterruptedException, ExecutionException {
        long period = (long) (1e9 * Math.min(LONGEST, seconds / SAMPLES));
        long begin = System.nanoTime();
        double elapsed = 0;
        while (elapsed < seconds || !table.enough()) {
            try {
                training.get(period, TimeUnit.NANOSECONDS);
                return false;
            } catch (TimeoutException e) {
                if (steps == 0) { // still being set up
                    begin = System.nanoTime();
                    continue;
                }
                elapsed = (System.nanoTime() - begin) / 1e9;
                table.add(ResourceSample.take(elapsed, steps));
            }
        }
        return true;
    }

    private TrainingResult train(RunConfig config, Attachments attached)
            throws TrainingFailedException, InterruptedException {
        TrainingListener counting = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                steps = report.timesteps();
                if (control.stopRequested()) {
                    attached.control().requestStop();
                }
            }
        };
        return new Trainer(config, attached.with(counting)).run();
    }
}
